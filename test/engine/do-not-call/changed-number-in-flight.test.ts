import { beforeEach, expect, test } from '@jest/globals';
import { removeContact, updateContact } from '#shared/engine/crm/contacts.ts';
import { addContact, type ContactRecord } from '#shared/store/contact/contacts.ts';
import { keys } from '#shared/store/keys.ts';
import { lockCallee } from '#shared/store/limits/callee-locks.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

/** A dial that has read a contact's number before it was changed still calls this person. */

const BEGIN = Date.parse('2026-03-02T12:00:00.000Z');
const REPLY_AFTER_MS = 3_000;
const [OLD, NEW] = ['+14155550001', '+14155550002'];
const CALL = { id: 'call_1', generation: 1 };
const contact = {
  id: 'cont_1',
  account_id: 'acct_1',
  team_id: 'team_1',
  company_id: 'comp_1',
  first_name: 'Ada',
  last_name: 'Example',
  email: null,
  phone: OLD,
  phone_secondary: null,
  lead_status: 'new',
  do_not_call: false,
  custom_fields: '{}',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  deleted_at: null,
} as unknown as ContactRecord;

let table: MemoryTable;
let nowMs: number;
const setCall = (call_control_id: string | null) =>
  table.write({ put: { ...keys.call(CALL.id), ...CALL, status: 'dialing', call_control_id, error: null } });
const ports = () =>
  ({
    table,
    clock: () => new Date(nowMs),
    sleep: async (ms: number) => {
      nowMs += ms;
      if (nowMs - BEGIN >= REPLY_AFTER_MS) await setCall('cc_1');
    },
    numberingOf: () => ({}),
    campaignQueue: { send: async () => undefined },
  }) as never;
const change = (changes: Partial<ContactRecord>) =>
  updateContact(ports(), contact, changes as never, callerOf('acct_1'), new Date(nowMs));

beforeEach(async () => {
  table = new MemoryTable();
  nowMs = BEGIN;
  await table.transact(addContact(contact));
  await setCall(null);
  const line = { teamId: contact.team_id, phone: OLD, line: undefined };
  await table.write(lockCallee(line, CALL, new Date(nowMs)));
  await change({ phone: NEW });
});

test('a do-not-call mark right after the change is answered when that dial has its reply', async () => {
  expect(nowMs).toBe(BEGIN);
  await change({ do_not_call: true });
  expect(nowMs - BEGIN).toBe(REPLY_AFTER_MS);
});

test('so is a deletion', async () => {
  await removeContact(ports(), contact.id, new Date(nowMs));
  expect(nowMs - BEGIN).toBe(REPLY_AFTER_MS);
});

test('a mark minutes later waits for nobody: the number may be another person’s by then', async () => {
  nowMs = BEGIN + 6 * 60_000;
  await change({ do_not_call: true });
  expect(nowMs).toBe(BEGIN + 6 * 60_000);
});
