import { type RequestLimit, requestMs, restsAt } from '#shared/domain/account/request-rate.ts';
import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  anyOf,
  below,
  type Condition,
  ConditionFailed,
  differs,
  type TableWriter,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** Writes of one settlement at most: one, and another where somebody else has just begun to spend. */
const WRITES_PER_SETTLEMENT_MAX = 2;

interface RequestRateRecord {
  /** The time up to which the account's requests have used its rate, epoch milliseconds. */
  spent_until_ms: number;
  /** The latest settlement: the retry of one whose reply was lost counts nothing twice. */
  settled_by: string;
}

const rateKey = (accountId: string): RecordKey<RequestRateRecord> => keys.requestRate(accountId);

/** The partition keys of all these items, as permissions name them. */
export const REQUEST_RATE_PARTITIONS = keys.requestRate('*').pk;

export interface Settlement {
  /** Random. */
  id: string;
  accountId: string;
  requests: number;
  limit: RequestLimit;
  /** When the first of them came, epoch milliseconds. */
  firstMs: number;
}

interface Settling {
  operation: UpdateOperation;
  spentUntilMs: number;
}

/**
 * Adds to what is spent: nobody who adds at the same time loses. Only who ends an idle time has to be the first; the
 * account was idle if its rate was unspent when the first of these requests came.
 */
const settling = (
  { id, accountId, requests, limit, firstMs }: Settlement,
  found: RequestRateRecord | undefined,
): Settling => {
  const [update, rests, added] = [rateKey(accountId), restsAt(limit, firstMs), requests * requestMs(limit)];
  if (found && found.spent_until_ms >= rests) {
    const when: Condition[] = [{ test: '>=', field: 'spent_until_ms', value: rests }, differs('settled_by', id)];
    const operation = { update, add: { spent_until_ms: added }, set: { settled_by: id }, when };
    return { operation, spentUntilMs: found.spent_until_ms + added };
  }
  const when = [anyOf(absent('pk'), below('spent_until_ms', rests))];
  const operation = { update, set: { spent_until_ms: rests + added, settled_by: id }, when };
  return { operation, spentUntilMs: rests + added };
};

/**
 * Counts requests that were let in. Answers the time up to which the rate is spent, as far as is known: what others
 * settle at the same moment shows at the next settlement.
 * @throws ConditionFailed when others were faster each time; nothing was counted.
 */
export const settleRequests = async (table: TableWriter, settlement: Settlement): Promise<number> => {
  let found: RequestRateRecord | undefined = await table.get<RequestRateRecord>(rateKey(settlement.accountId));
  for (let writes = 1; ; writes++) {
    const { operation, spentUntilMs } = settling(settlement, found);
    try {
      await table.write(operation);
      return spentUntilMs;
    } catch (error) {
      if (!(error instanceof ConditionFailed) || writes === WRITES_PER_SETTLEMENT_MAX) throw error;
      found = error.failures[0]?.found as RequestRateRecord | undefined;
    }
  }
};
