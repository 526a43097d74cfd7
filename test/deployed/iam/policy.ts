import { isObject, listOf } from '#test/deployed/assembly/json.ts';
import { type Context, conditionHolds } from './conditions.ts';
import { fits } from './wildcards.ts';

/** A statement of a template's policy, as far as such policies are emulated. */
export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
  /** Services that may assume a role, in its trust policy. */
  services: string[];
  condition: unknown;
}

/** What one request needs, once for each resource that it touches. */
export interface Need {
  action: string;
  resource: string;
  context: Context;
}

const UNDERSTOOD = ['Sid', 'Effect', 'Action', 'Resource', 'Principal', 'Condition'];

const statementOf = (given: unknown): Statement => {
  if (!isObject(given)) throw new Error(`${JSON.stringify(given)} is no statement of a policy.`);
  const strange = Object.keys(given).filter((key) => !UNDERSTOOD.includes(key));
  if (strange.length > 0)
    throw new Error(`${strange.join(', ')} in a policy is not emulated: test/deployed/iam/policy.ts.`);
  const { Effect, Action, Resource, Principal, Condition } = given;
  return {
    effect: Effect === 'Deny' ? 'Deny' : 'Allow',
    actions: listOf(Action).map(String),
    resources: listOf(Resource).map(String),
    services: isObject(Principal) ? listOf(Principal.Service).map(String) : [],
    condition: Condition,
  };
};

/** The statements of a policy document. @throws for what is not emulated */
export const statementsOf = (document: unknown): Statement[] =>
  listOf(isObject(document) ? document.Statement : undefined).map(statementOf);

const isAbout = ({ actions, resources }: Statement, { action, resource }: Need): boolean =>
  actions.some((each) => fits(each.toLowerCase(), action.toLowerCase())) &&
  resources.some((each) => fits(each, resource));

/** Whether statements allow something: one must, and none may deny it. */
export const allows = (statements: readonly Statement[], need: Need): boolean => {
  const deciding = statements.filter((each) => isAbout(each, need) && conditionHolds(each.condition, need.context));
  return deciding.length > 0 && deciding.every(({ effect }) => effect === 'Allow');
};

/** Whether a service may assume the role of this trust policy. */
export const mayAssume = (trust: readonly Statement[], service: string, context: Context = {}): boolean =>
  trust.some(
    ({ effect, actions, services, condition }) =>
      effect === 'Allow' &&
      actions.includes('sts:AssumeRole') &&
      services.includes(service) &&
      conditionHolds(condition, context),
  );
