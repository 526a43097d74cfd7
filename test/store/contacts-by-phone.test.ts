import { beforeEach, describe, expect, test } from '@jest/globals';
import { withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import {
  addContact,
  CONTACTS_PER_PHONE_MAX,
  type ContactRecord,
  changeContact,
  deleteContact,
  findContactsByPhone,
  toContactRecord,
} from '#shared/store/contact/contacts.ts';
import type { Query } from '#shared/store/table/table.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

const TEAM = 'team_1';
const [MINE, OTHER, SECOND] = ['+14155550100', '+14155550101', '+14155550102'];
const NOW = new Date('2026-03-02T12:00:00.000Z');

/** Notes what is read of other things than a number. */
class WatchedTable extends MemoryTable {
  readonly indexes: unknown[] = [];

  override async query<T>(query: Query) {
    this.indexes.push(query.index);
    return super.query<T>(query);
  }
}

let table: WatchedTable;
let created = 0;

beforeEach(() => {
  table = new WatchedTable();
});

const create = async (fields: Partial<Contact>, teamId = TEAM): Promise<ContactRecord> => {
  created += 1;
  const at = new Date(NOW.getTime() + created).toISOString();
  const given = { custom_fields: {}, first_name: 'Ada', last_name: 'Byron', email: null, phone: null };
  const ids = { id: `cont_${String(created).padStart(6, '0')}`, team_id: teamId, company_id: 'comp_1' };
  const contact = { ...given, phone_secondary: null, ...fields, ...ids, created_at: at, updated_at: at } as Contact;
  const record = toContactRecord(withNumberings(contact, numberingOf), 'acct_1');
  await table.transact(addContact(record));
  return record;
};

const change = async (before: ContactRecord, changes: Partial<Contact>, at = NOW): Promise<ContactRecord> => {
  const { operations, after } = changeContact(before, changes, at);
  await table.transact(operations);
  return after;
};

const found = async (phone: string) => (await findContactsByPhone(table, TEAM, phone)).map(({ id }) => id);

describe('contacts are found by a number', () => {
  test('primary or secondary, of their own team alone, the most recently changed first', async () => {
    const one = await create({ phone: MINE });
    const two = await create({ phone: OTHER, phone_secondary: MINE });
    await create({ phone: MINE }, 'team_2');
    expect(await found(MINE)).toEqual([two.id, one.id]);
    await change(one, { job_title: 'Buyer' }, new Date(NOW.getTime() + 60_000));
    expect(await found(MINE)).toEqual([one.id, two.id]);
    expect(await found(OTHER)).toEqual([two.id]);
    expect(await found(SECOND)).toEqual([]);
    expect(table.indexes.every((index) => index === undefined)).toBe(true);
  });

  test('as it is after a change, whichever field it moves to, and not after a deletion', async () => {
    let contact = await create({ phone: MINE });
    contact = await change(contact, { phone: OTHER });
    expect([await found(MINE), await found(OTHER)]).toEqual([[], [contact.id]]);
    contact = await change(contact, { phone: MINE, phone_secondary: OTHER });
    expect([await found(MINE), await found(OTHER)]).toEqual([[contact.id], [contact.id]]);
    contact = await change(contact, { phone: OTHER });
    expect([await found(MINE), await found(OTHER)]).toEqual([[], [contact.id]]);
    contact = await change(contact, { phone: MINE, phone_secondary: null, do_not_call: true });
    expect([await found(MINE), await found(OTHER)]).toEqual([[contact.id], []]);
    await table.transact(deleteContact(contact, NOW));
    expect(await found(MINE)).toEqual([]);
  });

  test('a change of other fields writes nothing about numbers', async () => {
    const contact = await create({ phone: MINE, phone_secondary: OTHER });
    expect(changeContact(contact, { job_title: 'Buyer' }, NOW).operations).toHaveLength(1);
  });

  test('of a number with very many, those created last', async () => {
    const contacts: ContactRecord[] = [];
    for (let n = 0; n < CONTACTS_PER_PHONE_MAX + 20; n++) contacts.push(await create({ phone: MINE }));
    const latest = contacts.slice(20).map(({ id }) => id);
    expect(await found(MINE)).toEqual(latest.toReversed());
  });
});
