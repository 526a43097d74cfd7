import { otherParty } from '#shared/domain/call/other-party.ts';
import { isKnownToCarrier } from '#shared/domain/privacy/erased-call.ts';
import { LINE_CALL_PREFIX, LINE_CALLBACK, lineKeys } from '#shared/store/line/line-keys.ts';
import type { Key, PutOperation, RemoveOperation, TableReader } from '#shared/store/table/table.ts';
import { type CallRecord, getCalls } from './calls.ts';

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

/**
 * What notes erased calls with the number of this partition: those of no contact, and the latest callback. Calls of which the
 * carrier has still something are left, for the erasure that is to ask for it.
 */
export const notedOnLine = async (table: TableReader, partition: string): Promise<Key[]> => {
  const [calls, callback] = await Promise.all([
    table.query<LineCall>({ partition, prefix: LINE_CALL_PREFIX }),
    table.get<LineCall>({ pk: partition, sk: LINE_CALLBACK }),
  ]);
  const notes = callback ? [...calls, callback] : calls;
  const noted = await getCalls(
    table,
    notes.map(({ call_id }) => call_id),
  );
  return notes.filter((_, at) => {
    const call = noted[at];
    return call === undefined || (call.erased_at !== null && !isKnownToCarrier(call));
  });
};

export const forgetOnLine = ({ pk, sk }: Key): RemoveOperation => ({ delete: { pk, sk } });
