import { isObject, listOf } from '#test/deployed/assembly/json.ts';
import { fits } from './wildcards.ts';

/**
 * What is known of a request beside its action and resource. A key that this request does not have is absent; one that
 * nothing here can find out is in no context, and a policy that asks for it is an error.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition.html
 */
export type Context = Readonly<Record<string, readonly string[]>>;

/** Keys that the emulation finds out wherever a request has them. */
const KNOWN_KEYS = [
  'dynamodb:LeadingKeys',
  'iam:PassedToService',
  'aws:SecureTransport',
  'aws:SourceAccount',
  'aws:SourceArn',
];

const equal = (asked: string, has: string): boolean => asked === has;

const OPERATORS: Record<string, (asked: string, has: string) => boolean> = {
  StringEquals: equal,
  StringLike: fits,
  ArnEquals: fits,
  ArnLike: fits,
  Bool: (asked, has) => asked.toLowerCase() === has.toLowerCase(),
};

const NEGATED: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
};

const OPERATOR = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/;

const valuesOf = (key: string, context: Context): readonly string[] | undefined => {
  if (!KNOWN_KEYS.includes(key)) {
    throw new Error(`The condition key ${key} is not emulated: test/deployed/iam/conditions.ts.`);
  }
  return context[key];
};

const matcherOf = (operator: string): ((asked: readonly string[], has: string) => boolean) => {
  const negated = NEGATED[operator];
  const matches = OPERATORS[negated ?? operator];
  if (!matches) throw new Error(`The condition operator ${operator} is not emulated: test/deployed/iam/conditions.ts.`);
  return (asked, has) => asked.some((each) => matches(each, has)) !== (negated !== undefined);
};

const holds = (written: string, asked: readonly string[], values: readonly string[] | undefined): boolean => {
  const [, quantifier, operator = '', ifExists] = OPERATOR.exec(written) ?? [];
  if (operator === 'Null') return asked.some((each) => (each === 'true') === (values === undefined));
  const matches = matcherOf(operator);
  if (values === undefined) return ifExists !== undefined || quantifier === 'ForAllValues' || operator in NEGATED;
  if (quantifier === 'ForAllValues') return values.every((value) => matches(asked, value));
  if (quantifier === 'ForAnyValue') return values.some((value) => matches(asked, value));
  if (values.length > 1) throw new Error(`${written} is asked of several values, so it needs a set operator.`);
  return values.every((value) => matches(asked, value));
};

/** Whether every condition of a statement holds. @throws for an operator or a key that nothing here understands */
export const conditionHolds = (condition: unknown, context: Context): boolean => {
  if (condition === undefined) return true;
  if (!isObject(condition)) throw new Error(`${JSON.stringify(condition)} is no condition.`);
  return Object.entries(condition).every(([operator, keys]) =>
    Object.entries(keys as Record<string, unknown>).every(([key, asked]) =>
      holds(operator, listOf(asked).map(String), valuesOf(key, context)),
    ),
  );
};
