import { settings } from '#infra/local/process/environment.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { Refusal } from '#shared/domain/errors.ts';

const NO_CREDENTIALS =
  'No AWS credentials were found. Sign in ("aws sso login" or "aws configure"), or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
const NO_REGION = 'No AWS region is known. Give --region <region>, or set AWS_REGION.';
const BAD_CREDENTIALS =
  'AWS does not accept your credentials: they are wrong, or have expired. Sign in again ("aws sso login"), or choose others with AWS_PROFILE.';

const UNREACHABLE = new Set(['ENOTFOUND', 'ECONNREFUSED', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT']);

const regionWords = (): string => settings.region() ?? 'the region of your AWS profile';

const noTable = (tableName: string | undefined): string =>
  `There is no table "${tableName ?? ''}" in ${regionWords()}. The output TableName of the stack names it ` +
  '("aws cloudformation describe-stacks --stack-name <stack>"), and --region or AWS_REGION chooses another region.';

/** What an error of AWS means to the person at the keyboard, and what they can do; undefined for one that AWS does not name. */
const ofAws = ({ name, message, code }: NodeJS.ErrnoException, tableName: string | undefined): string | undefined => {
  if (name === 'CredentialsProviderError' || /could not load credentials/i.test(message)) return NO_CREDENTIALS;
  if (/region is missing|region=""/i.test(message)) return NO_REGION;
  // Secrets Manager and CloudWatch Logs name what is missing themselves, under the same name.
  if (name === 'ResourceNotFoundException' && /requested resource not found|table/i.test(message))
    return noTable(tableName);
  if (/Expired|UnrecognizedClient|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch|AuthFailure/.test(name))
    return BAD_CREDENTIALS;
  if (name.startsWith('AccessDenied')) return `Your AWS credentials are not allowed to do this: ${message}`;
  if (name === 'TimeoutError' || UNREACHABLE.has(code ?? ''))
    return `AWS could not be reached in ${regionWords()}: ${message || name}. Look at your network, the region, and AWS_ENDPOINT_URL variables.`;
  return undefined;
};

/** One error in words for whoever typed the command. */
export const explain = (error: unknown, tableName?: string): string => {
  if (error instanceof StartError || error instanceof Refusal) return error.message;
  const { name, message } = error as Error;
  return ofAws(error as NodeJS.ErrnoException, tableName) ?? `The command failed: ${message || name}`;
};
