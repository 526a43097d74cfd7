import {
  APICallError,
  JSONParseError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  RetryError,
  StreamProviderError,
  TypeValidationError,
} from 'ai';
import { LanguageModelError, type ModelChoice, type ModelFailure } from '#shared/ports/language-models.ts';

/** Vendors' error codes, such as `context_length_exceeded`. Text with a digit may be part of a key, so it is hidden. */
const SAFE_CODE = /^[a-z_]{3,60}$/i;

const codeOf = (data: unknown): string => {
  const { error } = (data ?? {}) as { error?: { code?: unknown; type?: unknown; status?: unknown } };
  const code = [error?.code, error?.status, error?.type].find((value) => SAFE_CODE.test(String(value ?? '')));
  return code === undefined ? '' : `, ${code}`;
};

const answered = ({ provider, model }: ModelChoice, status: number, data: unknown): LanguageModelError => {
  const fail = (failure: ModelFailure, words: string) =>
    new LanguageModelError(failure, `${provider} ${words} (${status}${codeOf(data)}).`);
  if (status === 401 || status === 403) return fail('refused', 'refused the key');
  if (status === 404) return fail('refused', `does not know the model "${model}"`);
  if (status === 429) return fail('rate_limited', 'limits the rate of requests');
  if (status === 408 || status >= 500) return fail('unavailable', 'is not available');
  return fail('refused', `refused the request for the model "${model}"`);
};

const isUnreadable = (error: unknown): boolean =>
  JSONParseError.isInstance(error) || TypeValidationError.isInstance(error);

/** Describes what was thrown without prompt, answer or key. */
const failureOf = (thrown: unknown, choice: ModelChoice): LanguageModelError => {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const { provider } = choice;
  if (error instanceof LanguageModelError) return error;
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) {
    return new LanguageModelError('bad_output', `${provider} answered in the wrong form.`);
  }
  if (isUnreadable(error) || isUnreadable((error as Error | undefined)?.cause)) {
    return new LanguageModelError('bad_output', `${provider} sent an unreadable answer.`);
  }
  if (APICallError.isInstance(error) || StreamProviderError.isInstance(error)) {
    const { statusCode } = error;
    if (statusCode !== undefined && statusCode >= 400) return answered(choice, statusCode, error.data);
    return new LanguageModelError('unavailable', `${provider} could not be reached or broke off its answer.`);
  }
  return new LanguageModelError(
    'unavailable',
    `The request to ${provider} failed (${(error as Error | undefined)?.name}).`,
  );
};

interface Circumstances {
  choice: ModelChoice;
  /** The caller's signal. */
  signal?: AbortSignal | undefined;
  isLate: boolean;
}

/** The error for what was thrown. An abort by the caller or a passed deadline comes first, because it causes others. */
export const languageModelError = (thrown: unknown, { choice, signal, isLate }: Circumstances): LanguageModelError => {
  if (signal?.aborted) return new LanguageModelError('aborted', 'The caller aborted the request.');
  if (isLate) return new LanguageModelError('timeout', `${choice.provider} did not answer in time.`);
  return failureOf(thrown, choice);
};
