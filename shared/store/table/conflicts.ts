import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type BackOff, CONTENDED_TRIES } from './backoff.ts';
import { type Attributes, Contended, type FailedCondition, type Key } from './table.ts';

/** Reasons of a cancelled transaction that pass by themselves. A failed condition beside them decides instead. */
const PASSING_REASONS: readonly (string | undefined)[] = [
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];
const CONFLICT_NAMES: readonly (string | undefined)[] = [
  'TransactionConflictException',
  'TransactionInProgressException',
];

/** Another write, or too many of them, held the same items; nothing was written. */
const isConflict = (error: unknown): boolean => {
  const { name, CancellationReasons: reasons } = error as { name?: string; CancellationReasons?: { Code?: string }[] };
  if (CONFLICT_NAMES.includes(name)) return true;
  if (name !== 'TransactionCanceledException' || !reasons) return false;
  const codes = reasons.map((reason) => reason.Code).filter((code) => code && code !== 'None');
  return codes.length > 0 && codes.every((code) => PASSING_REASONS.includes(code));
};

/** Repeats a write that conflicts with others on the same items. @throws Contended when the conflicts do not end. */
export const retryingConflicts = async <T>(attempt: () => Promise<T>, backOff: BackOff): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (tries === CONTENDED_TRIES) throw new Contended(error);
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
