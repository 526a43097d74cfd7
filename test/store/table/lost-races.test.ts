import { describe, expect, test } from '@jest/globals';
import { backoffMs, CONTENDED_TRIES } from '#shared/store/table/backoff.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { retryingConflicts } from '#shared/store/table/conflicts.ts';
import { ConditionFailed, Contended } from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

/** A table whose waits are written down instead of waited for. */
const waiting = () => {
  const waits: number[] = [];
  const table = new MemoryTable();
  const backOff = async (triesLost: number): Promise<void> => void waits.push(triesLost);
  return { waits, table: Object.assign(table, { backOff }) };
};

const lost = (): never => {
  throw new ConditionFailed([]);
};

const named = (name: string, fields: object = {}): Error => Object.assign(new Error(name), { name, ...fields });
const cancelled = (...codes: string[]): Error =>
  named('TransactionCanceledException', { CancellationReasons: codes.map((Code) => ({ Code })) });

describe('a lost race', () => {
  test('is run again after a longer wait each time', async () => {
    const { waits, table } = waiting();
    let rounds = 0;
    const answer = await retryingLostRaces(table, async () => (++rounds < 4 ? lost() : 'written'));
    expect([answer, waits]).toEqual(['written', [1, 2, 3]]);
  });

  test('that is lost in every try is told as contention', async () => {
    const { waits, table } = waiting();
    await expect(retryingLostRaces(table, async () => lost())).rejects.toBeInstanceOf(Contended);
    expect(waits).toHaveLength(CONTENDED_TRIES - 1);
  });

  test('is not confused with other errors', async () => {
    const { waits, table } = waiting();
    const round = async (): Promise<never> => {
      throw new Error('broken');
    };
    await expect(retryingLostRaces(table, round)).rejects.toThrow('broken');
    expect(waits).toEqual([]);
  });
});

describe('a write that others hold up', () => {
  test.each([
    named('TransactionConflictException'),
    named('TransactionInProgressException'),
    cancelled('None', 'TransactionConflict'),
    cancelled('ThrottlingError', 'None'),
    cancelled('ProvisionedThroughputExceeded', 'TransactionConflict'),
  ])('is repeated: %s', async (error) => {
    const { waits, table } = waiting();
    let tries = 0;
    const attempt = async (): Promise<string> => {
      if (++tries < 3) throw error;
      return 'written';
    };
    expect(await retryingConflicts(attempt, table.backOff)).toBe('written');
    expect(waits).toEqual([1, 2]);
    tries = Number.NEGATIVE_INFINITY;
    await expect(retryingConflicts(attempt, table.backOff)).rejects.toBeInstanceOf(Contended);
  });

  test.each([
    cancelled('TransactionConflict', 'ConditionalCheckFailed'),
    cancelled('ItemCollectionSizeLimitExceeded'),
    cancelled('ValidationError'),
    named('ValidationException'),
  ])('is not repeated when it can never succeed: %s', async (error) => {
    const { waits, table } = waiting();
    const attempt = async (): Promise<never> => {
      throw error;
    };
    await expect(retryingConflicts(attempt, table.backOff)).rejects.toBe(error);
    expect(waits).toEqual([]);
  });
});

test('all waits together leave a worker of ten seconds the time to say that it lost', () => {
  const longest = Array.from({ length: CONTENDED_TRIES - 1 }, (_, at) => backoffMs(at + 1, 1));
  expect(longest.slice(0, 4)).toEqual([50, 100, 200, 400]);
  expect(longest.reduce((sum, ms) => sum + ms)).toBeLessThan(8000);
  expect(backoffMs(5, 0)).toBe(0);
});
