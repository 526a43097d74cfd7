import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { createContacts } from '#shared/engine/crm/create-contacts.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { BulkResult } from '#shared/schemas/contact.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { testTable } from '#test/harness/stack/table.ts';

const ROWS = 60;

let account: TestAccount;
let companyId: string;
let requests: number;
beforeAll(async () => {
  account = await newAccount();
  companyId = (await account.given.company()).id;
});
beforeEach(() => {
  requests = 0;
});

/** The table, with its reads counted. `before` runs before each transaction. */
const watched = (before: () => void = () => undefined): TableWriter => {
  const table = testTable();
  const counted = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    requests += 1;
    return answer;
  };
  return {
    get: (key) => counted(table.get(key)),
    getMany: (keys, reading) => counted(table.getMany(keys, reading)),
    query: (query) => counted(table.query(query)),
    queryStretch: (query) => counted(table.queryStretch(query)),
    write: (operation) => table.write(operation),
    updateReturningOld: (operation) => table.updateReturningOld(operation),
    transact: async (operations: WriteOperation[]) => {
      before();
      await table.transact(operations);
    },
    backOff: (triesLost) => table.backOff(triesLost),
  };
};

/** Dies after some transactions, as a function does at its timeout. */
const dyingAfter = (transactions: number): TableWriter => {
  let left = transactions;
  return watched(() => {
    left -= 1;
    if (left < 0) throw new Error('The function dies.');
  });
};

/** A try of one request: the same rows get the same ids each time. */
const tryOf = (request: string, phones: string[], skipDuplicates: boolean) => (table: TableWriter) => {
  let made = 0;
  const ports = {
    table,
    numberingOf,
    newId: () => `cont_${account.accountId}${request}${String(made++).padStart(3, '0')}`,
    now: new Date(),
    clock: () => new Date(),
    sleep: async () => undefined,
    log: SILENT_LOG,
  };
  const contacts = phones.map((phone) => ({ firstName: 'Ada', lastName: 'Lovelace', phone }));
  const input = { teamId: account.teamId, companyId, contacts, skipDuplicates };
  return createContacts(ports as never, callerOf(account.accountId), input);
};

const newPhones = (): string[] => Array.from({ length: ROWS }, () => calleePhone());

const countOf = async (phone: string): Promise<number> =>
  (await account.api.listContacts({ teamId: account.teamId, phone })).count;

const idsOf = (results: BulkResult[]): (string | undefined)[] => results.map(({ contact }) => contact?.id);

test.each([true, false])(
  'a request that crashed halfway finds its own contacts when it is repeated (skipDuplicates: %p)',
  async (skipDuplicates) => {
    const phones = newPhones();
    const send = tryOf(`crash-${skipDuplicates}-`, phones, skipDuplicates);
    const first = await send(dyingAfter(3));
    const made = first.filter(({ success }) => success).length;
    expect([made > 0, made < ROWS]).toEqual([true, true]);
    // Somebody deletes one of them, and gives another's number to a contact of their own.
    const [deleted, shared] = first.filter(({ success }) => success).map(({ index }) => index) as [number, number];
    await account.api.deleteContact({ id: first[deleted]?.contact?.id ?? '' });
    await account.given.contact({ phone: phones[shared] });
    const again = await send(watched());
    expect(again.map(({ error }) => error)).toEqual(phones.map(() => null));
    expect(idsOf(again).every((id, at) => id?.endsWith(String(at).padStart(3, '0')))).toBe(true);
    const counts = await Promise.all(phones.map(countOf));
    expect(counts).toEqual(phones.map((_, at) => (at === deleted ? 0 : at === shared ? 2 : 1)));
    expect(idsOf(await send(watched()))).toEqual(idsOf(again));
  },
);

test('a request that is repeated after somebody else brought the same numbers keeps what it made itself', async () => {
  const phones = newPhones();
  const [mine, theirs] = [tryOf('mine-', phones, true), tryOf('theirs-', phones, true)];
  const first = await mine(dyingAfter(3));
  const others = await theirs(watched());
  const again = await mine(watched());
  for (const [at, { success, contact, duplicate_of }] of again.entries()) {
    const isMine = first[at]?.success;
    expect([success, contact?.id, duplicate_of]).toEqual(
      isMine ? [true, first[at]?.contact?.id, null] : [false, undefined, others[at]?.contact?.id],
    );
    expect(others[at]?.duplicate_of ?? null).toBe(isMine ? first[at]?.contact?.id : null);
  }
});

test('duplicates are found without a read for each row', async () => {
  const phones = newPhones();
  await tryOf('known-', phones, true)(watched());
  requests = 0;
  const results = await tryOf('again-', phones, true)(watched());
  expect(results.filter(({ error }) => error === 'duplicate')).toHaveLength(ROWS);
  expect(requests).toBeLessThan(ROWS);
});
