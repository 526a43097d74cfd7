import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { ofType, type ResolvedStack } from '#test/deployed/assembly/resolve.ts';
import { fits } from './wildcards.ts';

/** Who may invoke functions, by the permissions in the templates. */

const isFor = (functionArn: string, name: unknown): boolean =>
  name === functionArn || name === functionArn.split(':').at(-1);

/** Whether a service may invoke a function on behalf of one of its resources. */
export const mayInvoke = (stack: ResolvedStack, functionArn: string, service: string, sourceArn: string): boolean =>
  ofType(stack, 'AWS::Lambda::Permission').some(
    ({ properties: { Action, FunctionName, Principal, SourceArn } }) =>
      Action === 'lambda:InvokeFunction' &&
      isFor(functionArn, FunctionName) &&
      Principal === service &&
      (SourceArn === undefined || fits(String(SourceArn), sourceArn)),
  );

/** Whether everybody may ask a function at its own address. */
export const mayAskUrl = (stack: ResolvedStack, functionArn: string): boolean =>
  ofType(stack, 'AWS::Lambda::Permission').some(
    ({ properties: { Action, FunctionName, Principal, FunctionUrlAuthType } }) =>
      Action === 'lambda:InvokeFunctionUrl' &&
      isFor(functionArn, FunctionName) &&
      Principal === '*' &&
      FunctionUrlAuthType === 'NONE',
  );

/** What API Gateway names as the source of an invocation. */
export const routeArn = (apiId: string, routeKey: string): string => {
  const [method = '', path = ''] = routeKey.split(' ');
  const route = path === '' ? '$default/$default' : `$default/${method}${path}`;
  return `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${apiId}/${route}`;
};
