import {
  type Addresses,
  generatedName,
  hasIdentity,
  type Identity,
  identityOf,
  PSEUDO_PARAMETERS,
} from './identities.ts';
import { evaluate, type References } from './intrinsics.ts';
import { isObject, type Json } from './json.ts';
import type { Assembly, Template } from './read-assembly.ts';

/** A resource as CloudFormation would make it: nothing in its properties refers to anything any more. */
export interface Resource {
  /** Logical id; of a nested stack's resource `<nested stack>/<logical id>`. */
  id: string;
  type: string;
  properties: Json;
  identity: Identity;
}

export interface ResolvedStack {
  resources: Resource[];
  /** Types of which nothing is emulated, with their number. */
  ignored: Map<string, number>;
  outputs: Json;
}

const STACK = 'AWS::CloudFormation::Stack';
/** They are emulated although nothing refers to them. */
const WITHOUT_IDENTITY = ['AWS::Lambda::EventSourceMapping', 'AWS::Lambda::Permission', 'AWS::IAM::Policy'];

const isEmulated = (type: string): boolean => hasIdentity(type) || WITHOUT_IDENTITY.includes(type);

interface Scope {
  template: Template;
  /** Of the ids of a nested stack's resources. */
  prefix: string;
  parameters: Json;
}

/** The resources of a stack and of those nested in it. @throws for what a template says and nothing here understands */
export const resolveStack = (assembly: Assembly, addresses: Addresses): ResolvedStack => {
  const { stackName } = assembly;
  const identities = new Map<string, Identity>();
  const nested = new Map<string, Scope>();

  const propertiesIn = (scope: Scope, id: string): Json =>
    evaluate(scope.template.Resources?.[id]?.Properties ?? {}, referencesIn(scope)) as Json;

  const nestedIn = (scope: Scope, id: string): Scope => {
    const key = scope.prefix + id;
    const known = nested.get(key);
    if (known) return known;
    const { TemplateURL, Parameters = {} } = propertiesIn(scope, id);
    const made = { template: assembly.nested(String(TemplateURL)), prefix: `${key}/`, parameters: Parameters as Json };
    nested.set(key, made);
    return made;
  };

  const identityIn = (scope: Scope, id: string): Identity => {
    const key = scope.prefix + id;
    const known = identities.get(key);
    if (known) return known;
    const type = scope.template.Resources?.[id]?.Type;
    if (type === undefined) throw new Error(`${key} is referred to, and no template has it.`);
    const made = identityOf(type, propertiesIn(scope, id), { name: generatedName(stackName, key), addresses });
    identities.set(key, made);
    return made;
  };

  const outputIn = (scope: Scope, id: string, name: string): unknown => {
    const inner = nestedIn(scope, id);
    const output = inner.template.Outputs?.[name.replace(/^Outputs\./, '')];
    if (!output) throw new Error(`The nested stack ${id} has no ${name}.`);
    return evaluate(output.Value, referencesIn(inner));
  };

  const referencesIn = (scope: Scope): References => ({
    ref(name) {
      if (name === 'AWS::StackName') return stackName;
      if (name in PSEUDO_PARAMETERS) return PSEUDO_PARAMETERS[name];
      if (name in scope.parameters) return scope.parameters[name];
      const parameter = scope.template.Parameters?.[name];
      if (parameter?.Default !== undefined) return parameter.Default;
      if (parameter) throw new Error(`The parameter ${scope.prefix}${name} has no value.`);
      return identityIn(scope, name).ref;
    },
    attribute(id, name) {
      if (scope.template.Resources?.[id]?.Type === STACK) return outputIn(scope, id, name);
      const value = identityIn(scope, id).attributes[name];
      if (value === undefined) throw new Error(`${scope.prefix}${id} has no attribute ${name} here.`);
      return value;
    },
  });

  const ignored = new Map<string, number>();
  const listed = (scope: Scope): Resource[] => {
    if (scope.template.Conditions && isObject(scope.template.Conditions)) {
      throw new Error('Conditions of templates are not emulated: test/deployed/assembly/resolve.ts.');
    }
    return Object.entries(scope.template.Resources ?? {}).flatMap(([id, { Type: type }]) => {
      if (type === STACK) return listed(nestedIn(scope, id));
      if (!isEmulated(type)) {
        ignored.set(type, (ignored.get(type) ?? 0) + 1);
        return [];
      }
      const identity = hasIdentity(type) ? identityIn(scope, id) : { ref: id, attributes: {} };
      return [{ id: scope.prefix + id, type, properties: propertiesIn(scope, id), identity }];
    });
  };

  const root: Scope = { template: assembly.root, prefix: '', parameters: {} };
  const resources = listed(root);
  const outputs = Object.entries(assembly.root.Outputs ?? {}).map(([name, { Value }]) => [
    name,
    evaluate(Value, referencesIn(root)),
  ]);
  return { resources, ignored, outputs: Object.fromEntries(outputs) };
};

export const ofType = ({ resources }: Pick<ResolvedStack, 'resources'>, ...types: string[]): Resource[] =>
  resources.filter(({ type }) => types.includes(type));
