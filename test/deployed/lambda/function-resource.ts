import { isObject, type Json } from '#test/deployed/assembly/json.ts';
import type { Assembly } from '#test/deployed/assembly/read-assembly.ts';
import { ofType, type ResolvedStack, type Resource } from '#test/deployed/assembly/resolve.ts';

/** A function as its template describes it. */
export interface FunctionResource {
  /** `createContact`, by which people know it. */
  id: string;
  /** What AWS calls it. */
  name: string;
  arn: string;
  roleArn: string;
  folder: string;
  handler: string;
  variables: Record<string, string>;
  timeoutSeconds: number;
  memoryMib: number;
  reservedConcurrency: number | undefined;
}

const CONSTRUCT = /^.*\/|Function(Lambda)?[0-9A-F]{8}$|FunctionLambda.*$/g;
/** Of Lambda, where a template says nothing. */
const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MIB = 128;

const shortId = (id: string): string => id.replaceAll(CONSTRUCT, '');

const functionOf = ({ id, properties, identity }: Resource, { codeFolder }: Assembly): FunctionResource => {
  const { Code, Handler, Role, Environment, Timeout, MemorySize, ReservedConcurrentExecutions } = properties;
  const variables = isObject(Environment) ? (Environment.Variables as Json) : {};
  return {
    id: shortId(id),
    name: identity.ref,
    arn: identity.attributes.Arn as string,
    roleArn: String(Role),
    folder: codeFolder(String((Code as Json).S3Key)),
    handler: String(Handler),
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])),
    timeoutSeconds: Number(Timeout ?? DEFAULT_TIMEOUT_SECONDS),
    memoryMib: Number(MemorySize ?? DEFAULT_MEMORY_MIB),
    reservedConcurrency: ReservedConcurrentExecutions === undefined ? undefined : Number(ReservedConcurrentExecutions),
  };
};

/** Every function of a stack. */
export const functionsOf = (stack: ResolvedStack, assembly: Assembly): FunctionResource[] =>
  ofType(stack, 'AWS::Lambda::Function').map((resource) => functionOf(resource, assembly));
