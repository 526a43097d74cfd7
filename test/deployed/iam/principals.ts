import { isObject, type Json, listOf } from '#test/deployed/assembly/json.ts';
import { ofType, type ResolvedStack, type Resource } from '#test/deployed/assembly/resolve.ts';
import { type Statement, statementsOf } from './policy.ts';

/** A role of the templates with all that it grants. */
export interface Role {
  arn: string;
  trust: Statement[];
  statements: Statement[];
}

const isOf = (role: Resource, { properties }: Resource): boolean =>
  listOf(properties.Roles).map(String).includes(role.identity.ref);

const inline = ({ properties }: Resource): unknown[] =>
  listOf(properties.Policies).map((policy) => (isObject(policy) ? policy.PolicyDocument : policy));

/** The role with an ARN. @throws for policies that a template only names */
export const roleAt = (stack: ResolvedStack, arn: string): Role => {
  const role = ofType(stack, 'AWS::IAM::Role').find(({ identity }) => identity.attributes.Arn === arn);
  if (!role) throw new Error(`No template has the role ${arn}.`);
  if (listOf(role.properties.ManagedPolicyArns).length > 0) {
    throw new Error(`${arn} has managed policies, whose statements are not emulated: test/deployed/iam/principals.ts.`);
  }
  const attached = ofType(stack, 'AWS::IAM::Policy').filter((policy) => isOf(role, policy));
  const documents = [
    ...inline(role),
    ...attached.map(({ properties }: { properties: Json }) => properties.PolicyDocument),
  ];
  return {
    arn,
    trust: statementsOf(role.properties.AssumeRolePolicyDocument),
    statements: documents.flatMap(statementsOf),
  };
};
