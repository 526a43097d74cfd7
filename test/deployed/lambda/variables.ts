import { LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import type { FunctionResource } from './function-resource.ts';

/** Values of the templates that mean something else here, and what is added to them. The report lists them. */
export interface Overrides {
  /** Of variables that a template sets, wherever it does. */
  replaced: Record<string, string>;
  /** Of every function. */
  added: Record<string, string>;
}

interface Given {
  awsUrl: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  overrides: Overrides;
}

/** Where Lambda unpacks the code of every function. */
const CODE_ON_LAMBDA = /^\/var\/task(?=\/|$)/;

/** What a function finds in its environment: the template's variables, Lambda's own, and where AWS is here. */
export const variablesOf = (
  resource: FunctionResource,
  { awsUrl, credentials, overrides }: Given,
): Record<string, string> => {
  const { name, variables, memoryMib, handler, folder } = resource;
  const replaced = Object.entries(overrides.replaced).filter(([variable]) => variable in variables);
  const found = Object.entries(variables).map(([each, value]) => [each, value.replace(CODE_ON_LAMBDA, folder)]);
  return {
    ...Object.fromEntries(found),
    ...Object.fromEntries(replaced),
    ...overrides.added,
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: 'session',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMib),
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    LAMBDA_TASK_ROOT: folder,
    _HANDLER: handler,
    TZ: ':UTC',
    AWS_ENDPOINT_URL: awsUrl,
  };
};
