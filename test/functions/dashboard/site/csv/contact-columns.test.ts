import { expect, test } from '@jest/globals';
import { contactColumns, customKeysOf, type ExportedContact } from '#functions/dashboard/site/csv/contact-columns.ts';
import { toCsv } from '#functions/dashboard/site/csv/write-csv.ts';
import { suggestMapping } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { planImport } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';

const ADA: ExportedContact = {
  first_name: '=HYPERLINK("https://evil.example")',
  last_name: '<img src=x onerror=alert(1)>',
  phone: '+14155550100',
  phone_secondary: '+14155550101',
  email: 'ada@acme.example',
  company_id: 'comp_1',
  job_title: '@analyst',
  lead_status: 'new',
  source: '-',
  timezone: 'Europe/Berlin',
  preferred_contact_method: 'phone',
  do_not_call: true,
  tags: ['vip', 'a, b', 'say "hi"', '=1+1'],
  notes: 'First line\n=cmd; and\r\n- more \t"quoted"',
  custom_fields: { plan: 'gold', Name: '🙂 مرحبا', constructor: "'=1" },
  created_at: '2026-03-02T15:00:00.000Z',
};

test('a contact that is exported and imported is the same', async () => {
  const columns = contactColumns(new Map([['comp_1', 'Acme; Sons']]), customKeysOf([ADA]));
  const read = await readCsv(toCsv(columns, [ADA]));
  if (!read.ok) throw new Error(read.problem);
  const mapping = suggestMapping(read.file.headers);
  const plan = await planImport(read.file.rows, mapping, { country: null, hasCompany: false, missingNames: 'fail' });
  expect(plan.failed).toEqual([]);
  expect(plan.companies).toEqual(['Acme; Sons']);
  expect(plan.ready[0]?.contact).toEqual({
    firstName: ADA.first_name,
    lastName: ADA.last_name,
    phone: ADA.phone,
    phoneSecondary: ADA.phone_secondary,
    email: ADA.email,
    jobTitle: ADA.job_title,
    leadStatus: ADA.lead_status,
    source: ADA.source,
    timezone: ADA.timezone,
    preferredContactMethod: ADA.preferred_contact_method,
    doNotCall: ADA.do_not_call,
    tags: ADA.tags,
    notes: ADA.notes,
    customFields: { plan: 'gold', Name: '🙂 مرحبا', constructor_: "'=1" },
  });
});

test('the keys of custom fields are found over all contacts, and a contact without one has an empty cell', () => {
  const [one, two] = [
    { ...ADA, custom_fields: { a: 1 } },
    { ...ADA, custom_fields: { b: { c: [2] } } },
  ];
  const keys = customKeysOf([one, two]);
  expect(keys).toEqual(['a', 'b']);
  const [a, b] = contactColumns(new Map(), keys).slice(-2);
  expect([one, two].map((contact) => [a?.value(contact), b?.value(contact)])).toEqual([
    [1, undefined],
    [undefined, { c: [2] }],
  ]);
});
