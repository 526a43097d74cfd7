import * as z from 'zod';
import { type Issue, Refusal } from '#shared/domain/errors.ts';
import { awaitCalleesQuiet } from '#shared/engine/call/dials-in-flight.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { judgeCompany } from '#shared/runtime/http/load-resources.ts';
import { checkAgainst } from '#shared/runtime/http/read-request.ts';
import { BulkContactsBody, Contact, ContactRow } from '#shared/schemas/contact.ts';
import { contactFrom } from '#shared/schemas/contact-fields.ts';
import { success } from '#shared/schemas/primitives.ts';
import type { CompanyRecord } from '#shared/store/companies.ts';
import { createContactOnce, phonesOf, toContactRecord } from '#shared/store/contacts.ts';
import { keys } from '#shared/store/keys.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { Caller } from '#shared/store/tokens.ts';

/** Contacts written at the same time. */
const PARALLEL_ROWS = 8;

const Result = z.object({
  index: z.int().meta({ description: 'Position of the row in the request.', examples: [0] }),
  success: z.boolean().meta({ examples: [true] }),
  contact: Contact.nullable(),
  error: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .meta({ description: 'Every problem of the row.', examples: [[]] }),
});
type Result = z.output<typeof Result>;

type Checked = { row: ContactRow; issues: [] } | { row: undefined; issues: Issue[] };

const refused = (index: number, issues: Issue[]): Result => ({
  index,
  success: false,
  contact: null,
  error: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
  issues,
});

/** Every row against the schema, and its company against the caller's team. */
const checkRows = async (
  table: TableReader,
  caller: Caller,
  input: z.output<typeof BulkContactsBody>,
): Promise<Checked[]> => {
  const parsed = input.contacts.map((row) => checkAgainst(ContactRow, { companyId: input.companyId, ...row }));
  const companyIds = parsed.map(({ data }) => data?.companyId ?? '');
  const companies = await table.getMany<CompanyRecord>(companyIds.map(keys.company));
  return parsed.map(({ data, issues }, at): Checked => {
    if (!data) return { row: undefined, issues };
    const verdict = judgeCompany(companies[at], caller, input.teamId);
    return verdict === 'ok'
      ? { row: data, issues: [] }
      : { row: undefined, issues: [{ path: 'companyId', message: `the company "${data.companyId}" ${verdict}` }] };
  });
};

export const bulkCreateContacts = defineEndpoint({
  method: 'POST',
  path: '/api/crm/contacts/bulk',
  tag: 'Contacts',
  summary: 'Create up to 500 contacts',
  description:
    'Each row succeeds or fails by itself, and each result says which. `companyId` holds for rows without one.',
  body: BulkContactsBody,
  output: z.object({
    success,
    created: z.int().meta({ examples: [1] }),
    failed: z.int().meta({ examples: [0] }),
    results: z.array(Result),
  }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', company: 'companyId' },
  uses: ['table:write'],
  async handle({ input, caller, now, newId, table, clock, sleep }) {
    const rows = await checkRows(table, caller, input);
    const ids = rows.map(() => newId('cont'));
    const create = async ({ row, issues }: Checked, index: number): Promise<Result> => {
      if (!row) return refused(index, issues);
      const contact = contactFrom(row, { id: ids[index] ?? '', teamId: input.teamId, now });
      try {
        const created = await createContactOnce(table, toContactRecord(contact, caller.accountId));
        return { index, success: true, contact: created, error: null, issues: [] };
      } catch (error) {
        // Its company was deleted since it was checked: a problem of this row alone.
        if (error instanceof Refusal) return refused(index, [{ path: 'companyId', message: error.message }]);
        throw error;
      }
    };
    const results: Result[] = [];
    for (let at = 0; at < rows.length; at += PARALLEL_ROWS) {
      const some = rows.slice(at, at + PARALLEL_ROWS);
      results.push(...(await Promise.all(some.map((row, offset) => create(row, at + offset)))));
    }
    const blocked = results.flatMap(({ contact }) => (contact?.do_not_call ? phonesOf(contact) : []));
    if (blocked.length > 0) await awaitCalleesQuiet({ table, clock, sleep }, input.teamId, blocked);
    const created = results.filter((result) => result.success).length;
    return { success: true as const, created, failed: results.length - created, results };
  },
});

export const { handler } = bulkCreateContacts;
