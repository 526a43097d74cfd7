import { CALL_PERMIT_PREFIX, keys, partitions } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  anyOf,
  below,
  equals,
  type PutOperation,
  type RemoveOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** One of an account's concurrent calls, over all its campaigns; at most one call holds permit n. */
export interface CallPermitRecord {
  call_id: string;
}

export const callPermitKey = (accountId: string, permit: number): RecordKey<CallPermitRecord> =>
  keys.callPermit(accountId, permit);

const DIALS_KEPT_SECONDS = 3600;

export const freeCallPermits = async (table: TableReader, accountId: string, permits: number): Promise<number[]> => {
  const taken = await table.query<{ sk: string }>({
    partition: partitions.callPermits(accountId),
    prefix: CALL_PERMIT_PREFIX,
    fields: ['pk', 'sk'],
  });
  const numbers = new Set(taken.map(({ sk }) => Number(sk.slice(CALL_PERMIT_PREFIX.length))));
  return Array.from({ length: permits }, (_, n) => n).filter((n) => !numbers.has(n));
};

/** Ids of the calls that hold permits of the account. */
export const readPermittedCalls = async (table: TableReader, accountId: string): Promise<string[]> => {
  const taken = await table.query<CallPermitRecord>({
    partition: partitions.callPermits(accountId),
    prefix: CALL_PERMIT_PREFIX,
  });
  return taken.map(({ call_id }) => call_id);
};

export const takeCallPermit = (accountId: string, permit: number, callId: string): PutOperation => ({
  put: { ...callPermitKey(accountId, permit), call_id: callId },
  when: [anyOf(absent('pk'), equals('call_id', callId))],
});

export const releaseCallPermit = (accountId: string, permit: number, callId: string): RemoveOperation => ({
  delete: callPermitKey(accountId, permit),
  when: [equals('call_id', callId)],
});

/** Takes one of the account's dials in a second; the condition fails if none is left. */
export const takeDial = (accountId: string, epochSecond: number, dialsPerSecond: number): UpdateOperation => ({
  update: keys.dialsInSecond(accountId, epochSecond),
  add: { dials: 1 },
  set: { [TTL_ATTRIBUTE]: epochSecond + DIALS_KEPT_SECONDS },
  when: [anyOf(absent('dials'), below('dials', dialsPerSecond))],
});
