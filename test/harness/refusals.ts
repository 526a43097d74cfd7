import { expect } from '@jest/globals';
import { ApiError } from '#shared/client/client.ts';
import type { Issue } from '#shared/domain/errors.ts';

/** A refusal as the client throws it: its status, and the fields of its body. */
export interface Refusal {
  status: number;
  error: string;
  /** Missing in the two bodies that are fixed to the letter. */
  success?: false;
  issues?: Issue[];
  eligibility?: object;
}

export const FORBIDDEN: Refusal = { status: 403, error: 'Forbidden' };
export const UNAUTHORIZED: Refusal = { status: 401, error: 'Unauthorized' };

/** A client operation under way, unlike a reply of `send`, which is never an error. */
type Call = Promise<{ success: boolean }>;

const failureOf = async (call: Call): Promise<ApiError | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
};

export const statusOf = async (call: Call): Promise<number> => (await failureOf(call))?.status ?? 200;

/** The sorted statuses of requests of which any may win. */
export const statusesOf = async (calls: Call[]): Promise<number[]> => (await Promise.all(calls.map(statusOf))).sort();

export const refusalOf = async (call: Call): Promise<Refusal> => {
  const failure = await failureOf(call);
  if (!failure) throw new Error('The request was to be refused, and succeeded.');
  return { status: failure.status, ...(failure.body as Omit<Refusal, 'status'>) };
};

/** The fields that a 400 calls wrong. */
export const wrongFieldsOf = async (call: Call): Promise<string[]> => {
  const refusal = await refusalOf(call);
  if (refusal.status !== 400) throw new Error(`A 400 was expected, not ${JSON.stringify(refusal)}.`);
  return (refusal.issues ?? []).map(({ path }) => path);
};

/** Expects a refusal with this status, in words that contain these. */
export const expectRefused = async (call: Call, status: number, words: string): Promise<void> =>
  expect(await refusalOf(call)).toMatchObject({ status, error: expect.stringContaining(words) });
