import { type NestedStack, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';

export interface Resource {
  /** Logical id; of a nested stack's resource `<nested stack>/<logical id>`. */
  id: string;
  type: string;
  properties: Record<string, unknown>;
  attributes: Record<string, unknown>;
}

type Json = Record<string, unknown>;
type RawResource = { Type: string; Properties?: Json };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Copies a template's value with every reference rewritten by `rewrite`. */
const rewriteReferences = (value: unknown, rewrite: (id: string, attribute?: string) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, rewrite));
  if (!isObject(value)) return value;
  if (typeof value.Ref === 'string') return rewrite(value.Ref);
  const getAtt = value['Fn::GetAtt'];
  if (Array.isArray(getAtt)) return rewrite(String(getAtt[0]), String(getAtt[1]));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewriteReferences(item, rewrite)]));
};

export const stacksOf = (root: Stack): Stack[] =>
  root.node.findAll().filter((node): node is Stack => Stack.isStack(node));

const resourcesOf = (stack: Stack, rewrite: (id: string, attribute?: string) => unknown, prefix = ''): Resource[] =>
  Object.entries((Template.fromStack(stack).toJSON().Resources as Record<string, RawResource>) ?? {}).map(
    ([id, resource]) => {
      const { Type: type, Properties: properties = {}, ...attributes } = resource;
      return { id: `${prefix}${id}`, type, properties: rewriteReferences(properties, rewrite) as Json, attributes };
    },
  );

const keep = (id: string, attribute?: string) => (attribute ? { 'Fn::GetAtt': [id, attribute] } : { Ref: id });

/** The resources of a stack and its nested stacks as if they were one template: parameters are what they stand for. */
export const mergedResources = (root: Stack): Resource[] => {
  const own = resourcesOf(root, keep);
  const nested = stacksOf(root).filter((stack): stack is NestedStack => stack !== root);
  return [
    ...own,
    ...nested.flatMap((stack) => {
      const stackId = root.getLogicalId(stack.nestedStackResource as never);
      const parameters = (own.find(({ id }) => id === stackId)?.properties.Parameters ?? {}) as Json;
      const rewrite = (id: string, attribute?: string) => {
        if (id in parameters) return parameters[id];
        return id.startsWith('AWS::') ? keep(id) : keep(`${stackId}/${id}`, attribute);
      };
      return resourcesOf(stack, rewrite, `${stackId}/`);
    }),
  ];
};

export const ofType = (resources: readonly Resource[], type: string): Resource[] =>
  resources.filter((resource) => resource.type === type);
