import { beforeAll, expect, test } from '@jest/globals';
import { withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import type { CallRow } from '#shared/schemas/call.ts';
import { contactFrom } from '#shared/schemas/contact.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { addContacts, toContactRecord } from '#shared/store/contact/contacts.ts';
import { newDelivery, putDelivery } from '#shared/store/delivery/deliveries.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { testTable } from '#test/harness/stack/table.ts';

const ANSWER_MAX_BYTES = 5_000_000;
const TOO_SHORT_BYTES = 3_500_000;
const TEXT = 'x'.repeat(100_000);
const ROWS = 110;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

/** One after the other, each newer than all before. */
const writeAll = async (operations: WriteOperation[][]): Promise<void> => {
  for (const some of operations) await testTable().transact(some);
};

interface Page {
  rows: { id: string }[];
  limit: number;
  next: string | null;
}

/** Reads a page and holds it to its size. */
const read = async (path: string, field: string): Promise<Page> => {
  const { status, body } = await account.api.send('GET', path);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const { [field]: rows, limit, next_cursor: next = null } = body as Record<string, unknown>;
  expect(status).toBe(200);
  expect(bytes).toBeLessThan(ANSWER_MAX_BYTES);
  return { rows, limit, next } as Page;
};

const sizeOf = (rows: unknown): number => Buffer.byteLength(JSON.stringify(rows));

/** Walks by offset to the end, as far on as each page's limit says. */
const walk = async (path: string, field: string): Promise<Page[]> => {
  const pages: Page[] = [];
  for (let offset = 0; ; ) {
    const page = await read(`${path}&limit=200&offset=${offset}`, field);
    if (page.rows.length === 0) return pages;
    pages.push(page);
    offset += page.limit;
  }
};

const expectEverybodyOnce = (pages: Page[], count: number): void => {
  const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
  const [first] = pages;
  expect(first?.limit).toBe(first?.rows.length);
  expect(sizeOf(first?.rows)).toBeGreaterThan(TOO_SHORT_BYTES);
};

test('a list of large contacts ends its pages early, and nobody is missing', async () => {
  const { id: companyId } = await account.given.company();
  const row = { companyId, firstName: 'Ada', lastName: 'L', leadStatus: 'new', doNotCall: false };
  const identity = (at: number) => ({ id: `cont_${account.accountId}_${at}`, teamId: account.teamId, now: new Date() });
  const contact = (at: number) => withNumberings(contactFrom({ ...row, notes: TEXT }, identity(at)), numberingOf);
  const record = (at: number) => toContactRecord(contact(at), account.accountId);
  await writeAll(Array.from({ length: ROWS }, (_, at) => addContacts([record(at)])));
  const pages = await walk(`/api/crm/contacts?teamId=${account.teamId}`, 'contacts');
  expectEverybodyOnce(pages, ROWS);
  expect((await read(`/api/crm/contacts?teamId=${account.teamId}&limit=10`, 'contacts')).limit).toBe(10);
});

const keepCalls = ({ accountId, teamId }: TestAccount, fields: Partial<CallRecord>): Promise<void> => {
  const call = (place: number) => ({ ...keptCall({ accountId, teamId, place }), ...fields });
  return writeAll(Array.from({ length: ROWS }, (_, at) => [claimCall(call(at))]));
};

test('a list of calls with long summaries does so too, by offset and by cursor', async () => {
  await keepCalls(account, { summary: TEXT });
  const path = `/api/calls?teamId=${account.teamId}`;
  expectEverybodyOnce(await walk(path, 'calls'), ROWS);
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
    pages.push(await read(`${path}&limit=200${cursor && `&cursor=${cursor}`}`, 'calls'));
  }
  expectEverybodyOnce(pages, ROWS);
});

test('transcripts and findings of calls make no page end early, for a list does not show them', async () => {
  const other = await newAccount();
  const transcript = [{ role: 'assistant', text: TEXT, at: new Date().toISOString() }];
  await keepCalls(other, { transcript, extracted: JSON.stringify({ notes: TEXT }) });
  const { body } = await other.api.send('GET', `/api/calls?teamId=${other.teamId}&limit=200`);
  const { calls } = body as { calls: CallRow[] };
  expect(calls).toHaveLength(ROWS);
  expect(calls.every((call) => call.transcript === null && call.extracted === null)).toBe(true);
  const { call } = await other.api.getCall({ id: calls[0]?.id ?? '' });
  expect([call.transcript, call.extracted]).toEqual([transcript, { notes: TEXT }]);
});

test('deliveries with large payloads do so too', async () => {
  const { accountId, slug } = account;
  const at = new Date().toISOString();
  const webhook = { account_id: accountId, kind: 'call' } as Parameters<typeof newDelivery>[0];
  const delivery = (n: number) => ({
    ...newDelivery(
      webhook,
      { id: `evt_${accountId}${n}`, type: 'call.completed', payload: { text: TEXT } },
      new Date(),
    ),
    status: 'delivered' as const,
    next_attempt_at: null,
    created_at: at,
  });
  await writeAll(Array.from({ length: ROWS }, (_, n) => [putDelivery(delivery(n))]));
  expectEverybodyOnce(await walk(`/api/settings/webhooks/deliveries?accountSlug=${slug}`, 'deliveries'), ROWS);
});

test('large assistants, companies and campaigns do so too', async () => {
  const { api, slug: accountSlug, teamId, given } = account;
  const long = 'é'.repeat(50_000);
  const some = Array.from({ length: 30 }, (_, at) => at);
  for (const at of some) {
    const { id } = await given.assistant({ name: `Caller ${at}` });
    await api.updateAssistant({ assistantId: id, accountSlug, first_message: long, system_prompt: long });
    await api.createCompany({ teamId, name: `Large ${at}`, customFields: { text: TEXT.slice(0, 60_000) } });
  }
  const assistants = await walk(`/api/assistants?accountSlug=${accountSlug}`, 'assistants');
  expect(assistants.length).toBeGreaterThan(1);
  expect(assistants.flatMap(({ rows }) => rows).length).toBe(some.length);
});
