import { chunked } from '#shared/domain/lists.ts';
import { withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { addContact, toContactRecord } from '#shared/store/contact/contacts.ts';
import { newDelivery, putDelivery } from '#shared/store/delivery/deliveries.ts';
import { counterOwners, keys } from '#shared/store/keys.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';

/** Beside its items, a transaction may move a counter. */
const PER_TRANSACTION = 98;
const PARALLEL = 4;
const SHOW_EVERY = 100;

export interface Owner {
  accountId: string;
  teamId: string;
}

/** Matches of a rare filter, a search and a common filter: 1 in 100, 1 in 100, 1 in 3. */
const RARE = 100;
const COMMON = 3;

const writeAll = async (
  table: TableWriter,
  operations: (place: number) => WriteOperation,
  { rows, counter, progress }: { rows: number; counter?: string; progress(line: string): void },
): Promise<void> => {
  const batches = chunked(
    Array.from({ length: rows }, (_, place) => place),
    PER_TRANSACTION,
  );
  const all = batches.length;
  const writeNext = async (): Promise<void> => {
    for (let places = batches.pop(); places; places = batches.pop()) {
      const counted = counter === undefined ? [] : [{ update: keys.counter(counter, 0), add: { n: places.length } }];
      await table.transact([...places.map(operations), ...counted]);
      if (batches.length % SHOW_EVERY === SHOW_EVERY - 1) progress(`${all - batches.length} of ${all} transactions`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, writeNext));
};

const contactAt = (place: number, template: Contact, now: number): Contact => {
  const at = new Date(now - place * 1000).toISOString();
  return {
    ...template,
    id: `cont_list${String(place).padStart(10, '0')}`,
    first_name: `First${place}`,
    last_name: place % RARE === 0 ? 'Rarely' : 'Often',
    email: `person${place}@acme.example`,
    phone: place % 5 === 0 ? null : `+1415${String(2_000_000 + place)}`,
    lead_status: place % COMMON === 0 ? 'contacted' : 'new',
    do_not_call: place % RARE === 0,
    created_at: at,
    updated_at: at,
  };
};

type Progress = (line: string) => void;

/** Without entries of their numbers, which no list reads. */
export const fillContacts = (table: TableWriter, owner: Owner, rows: number, template: Contact, progress: Progress) => {
  const now = Date.now();
  const put = (place: number): WriteOperation => {
    const contact = { ...contactAt(place, template, now), id: `cont_${owner.teamId}_${place}`, team_id: owner.teamId };
    return addContact(toContactRecord(withNumberings(contact, numberingOf), owner.accountId))[0] as WriteOperation;
  };
  return writeAll(table, put, { rows, counter: counterOwners.contacts(owner.teamId), progress });
};

export const fillCalls = (table: TableWriter, owner: Owner, rows: number, progress: Progress) =>
  writeAll(table, (place) => claimCall(keptCall({ ...owner, place })), { rows, progress });

export const fillDeliveries = (table: TableWriter, { accountId }: Owner, rows: number, progress: Progress) => {
  const now = Date.now();
  const put = (place: number): WriteOperation => {
    const at = new Date(now - place * 1000);
    const webhook = { account_id: accountId, kind: 'call', url: 'https://example.com/hook', enabled: true } as const;
    const more = { key_version: 1, previous_keys: [], created_at: at.toISOString(), updated_at: at.toISOString() };
    const event = { id: `evt_${accountId}_${place}`, type: 'call.hangup', payload: { id: 'call', status: 'ended' } };
    const delivery = newDelivery({ ...webhook, ...more }, event, at);
    const status = place % RARE === 0 ? 'dead_lettered' : 'delivered';
    return putDelivery({ ...delivery, status, next_attempt_at: null });
  };
  return writeAll(table, put, { rows, progress });
};
