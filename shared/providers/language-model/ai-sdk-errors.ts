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

/** Vendors' codes for what was wrong, such as `context_length_exceeded`; with a digit in it, it may be part of a key. */
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
  if (status === 429) return fail('rate_limited', 'answers no more requests for now');
  if (status === 408 || status >= 500) return fail('unavailable', 'is not available');
  return fail('refused', `refused the request for the model "${model}"`);
};

const isUnreadable = (error: unknown): boolean =>
  JSONParseError.isInstance(error) || TypeValidationError.isInstance(error);

/** What was thrown, in words. */
const failureOf = (thrown: unknown, choice: ModelChoice): LanguageModelError => {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const { provider } = choice;
  if (error instanceof LanguageModelError) return error;
  if (NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)) {
    return new LanguageModelError('bad_output', `${provider} did not answer in the form that was asked for.`);
  }
  if (isUnreadable(error) || isUnreadable((error as Error | undefined)?.cause)) {
    return new LanguageModelError('bad_output', `${provider} answered what cannot be read.`);
  }
  if (APICallError.isInstance(error) || StreamProviderError.isInstance(error)) {
    const { statusCode } = error;
    if (statusCode !== undefined && statusCode >= 400) return answered(choice, statusCode, error.data);
    return new LanguageModelError('unavailable', `${provider} could not be reached, or broke off.`);
  }
  return new LanguageModelError(
    'unavailable',
    `${provider} could not be asked (${(error as Error | undefined)?.name}).`,
  );
};

export interface Circumstances {
  choice: ModelChoice;
  /** The caller's. */
  signal?: AbortSignal | undefined;
  isLate: boolean;
}

/** The caller's wish or the deadline explain any error that follows them, so they are looked at first. */
export const languageModelError = (thrown: unknown, { choice, signal, isLate }: Circumstances): LanguageModelError => {
  if (signal?.aborted) return new LanguageModelError('aborted', 'The request was given up.');
  if (isLate) return new LanguageModelError('timeout', `${choice.provider} did not answer in time.`);
  return failureOf(thrown, choice);
};
