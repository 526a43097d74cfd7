import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { suggestMapping } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { matchCompanies } from '#functions/dashboard/site/import/planning/company-names.ts';
import { planImport } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { readCsv, readList } from '#functions/dashboard/site/import/reading/read-csv.ts';
import type { ImportSettings } from '#functions/dashboard/site/import/sending/import-record.ts';
import { countsOf, duplicateRows, failedRows } from '#functions/dashboard/site/import/sending/import-run.ts';
import type { SendAnswer } from '#functions/dashboard/site/import/sending/read-answer.ts';
import { type ImportPorts, prepareRun, runImport } from '#functions/dashboard/site/import/sending/run-import.ts';
import {
  listColumns,
  planSuppressions,
  runSuppressions,
  suppressionRun,
} from '#functions/dashboard/site/import/sending/suppression-list.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';

const sendTo =
  ({ api }: TestAccount, path: string) =>
  async ({ body, key }: { body: string; key: string }): Promise<SendAnswer> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const reply = await api.send('POST', path, body, headers);
    return { status: reply.status, retryAfterSeconds: null, body: reply.body };
  };

/** The ports of a page whose first answers are lost. */
const portsOf = (account: TestAccount, path: string, lostAnswers: number): ImportPorts => {
  const send = sendTo(account, path);
  let lost = 0;
  return {
    send: async (request) => {
      const answer = await send(request);
      if (answer.status === 200 && lost++ < lostAnswers) throw new TypeError('Failed to fetch');
      return answer;
    },
    sleep: async () => undefined,
    nowMs: () => 0,
    save: async () => undefined,
    contactCreatedAtMs: async () => null,
  };
};

test('a file is imported once over a bad line, and the counts are what the team has', async () => {
  const account = await newAccount();
  const { teamId, api, given } = account;
  const [known, ...numbers] = Array.from({ length: 8 }, () => calleePhone());
  const holder = await given.contact({ phone: known });
  const company = await given.company({ name: 'Other' });
  const long = 'x'.repeat(201);
  const read = await readCsv(
    `Name,Phone,Company,Time zone,Do not call,Tags,__proto__,Plan\n` +
      `Ada Lovelace,${known},,,,,,\n` +
      `=cmd,${numbers[0]},OTHER,Europe/Berlin,no,"vip, new",a,gold\n` +
      `${long} B,${numbers[1]},,,,,,\n` +
      `Bob B,${numbers[2]},,,yes,,,\n` +
      `Eve E,${numbers[2]},,,,,,\n` +
      `Mia M,,,,,,,\n` +
      `Zoë,1.4E+10,,,,,,\n`,
  );
  if (!read.ok) throw new Error(read.problem);
  const { rows, headers, fingerprint } = read.file;
  const mapping = suggestMapping(headers);
  const options = { country: null, hasCompany: true, missingNames: 'dash' } as const;
  const plan = await planImport(rows, mapping, options);
  const { ids, missing } = matchCompanies(plan.companies, [company]);
  expect(missing).toEqual([]);
  const companies = { chosenId: holder.company_id, ids };
  const settings: ImportSettings = {
    runId: randomUUID(),
    teamId,
    fingerprint,
    mapping,
    options,
    companies,
    startedAtMs: 0,
  };
  const { run: fresh } = await prepareRun(plan, settings);
  const run = await runImport(fresh, settings, portsOf(account, '/api/crm/contacts/bulk', 2));

  expect(countsOf(run)).toEqual({ total: 7, created: 3, duplicates: 2, failed: 2, open: 0 });
  expect(duplicateRows(run)).toEqual([
    { row: 2, reason: `The contact ${holder.id} has this number already.` },
    { row: 6, reason: expect.stringMatching(/^Row 5 of this file has the number/) },
  ]);
  expect(failedRows(run)).toEqual([
    { row: 4, reason: expect.stringMatching(/firstName.*at most 200 characters/) },
    { row: 8, reason: expect.stringMatching(/Excel has rounded/) },
  ]);
  const { contacts, count } = await api.listContacts({ teamId });
  expect(count).toBe(1 + 3);
  expect(contacts.find(({ phone }) => phone === numbers[0])).toMatchObject({
    first_name: '=cmd',
    last_name: '-',
    company_id: company.id,
    timezone: 'Europe/Berlin',
    do_not_call: false,
    tags: ['vip', 'new'],
    custom_fields: { __proto___: 'a', Plan: 'gold' },
  });
});

test('a list of numbers is suppressed once over a bad line, and the counts are what the team has', async () => {
  const account = await newAccount();
  const { teamId, api } = account;
  const [known = '', fresh] = [calleePhone(), calleePhone()];
  await api.addSuppression({ teamId, phone: known });
  const read = await readList(`${known}\n${fresh}\n${fresh}\nnone\n`);
  if (!read.ok) throw new Error(read.problem);
  const plan = await planSuppressions(read.file, listColumns(read.file), { country: null });
  const start = await suppressionRun(plan, { teamId, runId: randomUUID() });
  const run = await runSuppressions(start, portsOf(account, '/api/crm/suppressions/bulk', 1));
  expect(countsOf(run)).toEqual({ total: 4, created: 1, duplicates: 2, failed: 1, open: 0 });
  const { suppressions } = await api.listSuppressions({ teamId });
  expect(suppressions.map(({ phone }) => phone).sort()).toEqual([known, fresh].sort());
});
