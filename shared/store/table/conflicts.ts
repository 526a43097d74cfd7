import { setTimeout as sleep } from 'node:timers/promises';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Attributes, FailedCondition, Key } from './table.ts';

/** Attempts at a write that conflicts with another transaction. */
const CONFLICT_ATTEMPTS = 10;
const BACKOFF_MS = 15;
const BACKOFF_MAX_MS = 500;

/** Waits with full jitter, so that colliding writers do not collide again. */
export const backOff = (tries: number): Promise<void> =>
  sleep(Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** tries));

const isConflict = (error: unknown): boolean => {
  const { name, CancellationReasons: reasons } = error as { name?: string; CancellationReasons?: { Code?: string }[] };
  if (name === 'TransactionConflictException' || name === 'TransactionInProgressException') return true;
  if (name !== 'TransactionCanceledException' || !reasons) return false;
  const codes = reasons.map((reason) => reason.Code).filter((code) => code && code !== 'None');
  return codes.length > 0 && codes.every((code) => code === 'TransactionConflict' || code === 'ThrottlingError');
};

/** Repeats a write that conflicts with another transaction on the same items. */
export const retryingConflicts = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || tries === CONFLICT_ATTEMPTS) throw error;
      await backOff(tries);
    }
  }
};

type Marshalled = Record<string, AttributeValue>;

/** Unmarshalls an item inside an error, which the document client leaves raw. */
const plain = (item: Marshalled | undefined): (Key & Attributes) | undefined =>
  item && (unmarshall(item) as Key & Attributes);

/** The failed conditions of a transaction or a single write; undefined for any other error. */
export const failedConditions = (error: unknown): FailedCondition[] | undefined => {
  const { name, Item, CancellationReasons } = error as {
    name?: string;
    Item?: Marshalled;
    CancellationReasons?: { Code?: string; Item?: Marshalled }[];
  };
  if (name === 'ConditionalCheckFailedException') return [{ index: 0, found: plain(Item) }];
  if (name !== 'TransactionCanceledException' || !CancellationReasons) return undefined;
  const failures = CancellationReasons.flatMap(({ Code, Item: found }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, found: plain(found) }] : [],
  );
  return failures.length > 0 ? failures : undefined;
};
