import { otherParty } from '#shared/domain/call/other-party.ts';
import { LINE_CALL_PREFIX, lineKeys } from '#shared/store/line-keys.ts';
import type { PutOperation, TableReader } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/** A call that is of no contact is found by its number alone, when the person with it asks what is kept. */
interface LineCall {
  call_id: string;
}

/** For the transaction that creates a call; nothing for one that a contact leads to. */
export const noteOnLine = (call: CallRecord): PutOperation[] => {
  const phone = otherParty(call);
  if (call.contact_id !== null || phone === '') return [];
  return [{ put: { ...lineKeys.call(call.team_id, phone, call.id), call_id: call.id } }];
};

/** Ids of the calls of no contact with the number of this partition. */
export const callsOnLine = async (table: TableReader, partition: string): Promise<string[]> => {
  const noted = await table.query<LineCall>({ partition, prefix: LINE_CALL_PREFIX });
  return noted.map(({ call_id }) => call_id);
};
