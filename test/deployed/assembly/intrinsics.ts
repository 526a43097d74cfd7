import { isObject, type Json } from './json.ts';

/** What the functions of a template refer to. */
export interface References {
  ref(name: string): unknown;
  attribute(resource: string, name: string): unknown;
}

const NO_VALUE = Symbol('AWS::NoValue');
const LITERAL = /\$\{([^}]+)\}/g;

const textIn = (value: unknown, where: string): string => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`${where} is given ${JSON.stringify(value)}, which is no text.`);
};

const listIn = (value: unknown, where: string): unknown[] => {
  if (Array.isArray(value)) return value;
  throw new Error(`${where} is given ${JSON.stringify(value)}, which is no list.`);
};

const attributeOf = (given: unknown, { attribute }: References): unknown => {
  const [resource = '', ...name] =
    typeof given === 'string' ? given.split('.') : listIn(given, 'Fn::GetAtt').map(String);
  return attribute(resource, name.join('.'));
};

const substituted = (given: unknown, references: References): string => {
  const [text, variables = {}] = (Array.isArray(given) ? given : [given]) as [string, Json?];
  const values = evaluate(variables, references) as Json;
  return text.replace(LITERAL, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (name in values) return textIn(values[name], 'Fn::Sub');
    const value = name.includes('.') ? attributeOf(name, references) : references.ref(name);
    return textIn(value, 'Fn::Sub');
  });
};

const FUNCTIONS: Record<string, (given: unknown, references: References) => unknown> = {
  Ref: (name, { ref }) => (name === 'AWS::NoValue' ? NO_VALUE : ref(String(name))),
  'Fn::GetAtt': attributeOf,
  'Fn::Sub': substituted,
  'Fn::Join': (given, references) => {
    const [separator, parts] = listIn(given, 'Fn::Join');
    const texts = listIn(evaluate(parts, references), 'Fn::Join').map((part) => textIn(part, 'Fn::Join'));
    return texts.join(textIn(separator, 'Fn::Join'));
  },
  'Fn::Select': (given, references) => {
    const [index, choices] = listIn(evaluate(given, references), 'Fn::Select');
    return listIn(choices, 'Fn::Select')[Number(index)];
  },
  'Fn::Split': (given, references) => {
    const [separator, text] = listIn(evaluate(given, references), 'Fn::Split');
    return textIn(text, 'Fn::Split').split(textIn(separator, 'Fn::Split'));
  },
};

const isFunction = (name: string): boolean => name === 'Ref' || name.startsWith('Fn::');

/** A template's value with its functions carried out. @throws for one that is not known here */
export const evaluate = (value: unknown, references: References): unknown => {
  if (Array.isArray(value)) return value.map((each) => evaluate(each, references)).filter((each) => each !== NO_VALUE);
  if (!isObject(value)) return value;
  const [[name, given] = ['', undefined], ...others] = Object.entries(value);
  if (isFunction(name) && others.length === 0) {
    const carryOut = FUNCTIONS[name];
    if (!carryOut) throw new Error(`${name} is not emulated: add it to test/deployed/assembly/intrinsics.ts.`);
    return carryOut(given, references);
  }
  const entries = Object.entries(value).map(([key, each]) => [key, evaluate(each, references)] as const);
  return Object.fromEntries(entries.filter(([, each]) => each !== NO_VALUE));
};
