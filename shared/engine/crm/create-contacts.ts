import type * as z from 'zod';
import { type Issue, Refusal } from '#shared/domain/errors.ts';
import { chunked } from '#shared/domain/lists.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { checkAgainst } from '#shared/schemas/check.ts';
import { type BulkContactsBody, type BulkResult, ContactRow, contactFrom } from '#shared/schemas/contact.ts';
import { type CompanyRecord, getCompanies } from '#shared/store/companies.ts';
import { createContactOnce, phonesOf, toContactRecord } from '#shared/store/contacts.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { Caller } from '#shared/store/tokens.ts';

/** Contacts written in parallel. */
const PARALLEL_ROWS = 8;

type Rows = z.output<typeof BulkContactsBody>;
type Checked = { row: ContactRow; issues: [] } | { row: undefined; issues: Issue[] };

type CreatePorts = QuietPorts & Needs<'table' | 'newId' | 'now'>;

const refused = (index: number, issues: Issue[]): BulkResult => ({
  index,
  success: false,
  contact: null,
  error: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
  issues,
});

/** A bad company is a problem of its row alone; `loads` would refuse the whole request. */
const companyProblem = (company: CompanyRecord | undefined, caller: Caller, teamId: string): string | null => {
  if (!company || company.deleted_at !== null) return 'does not exist';
  if (company.account_id !== caller.accountId) return 'belongs to another account';
  return company.team_id === teamId ? null : 'belongs to another team';
};

/** Checks every row against the schema, and its company against the caller's team. */
const checkRows = async (table: TableReader, caller: Caller, input: Rows): Promise<Checked[]> => {
  const parsed = input.contacts.map((row) => checkAgainst(ContactRow, { companyId: input.companyId, ...row }));
  const companyIds = parsed.map(({ data }) => data?.companyId ?? '');
  const companies = await getCompanies(table, companyIds);
  return parsed.map(({ data, issues }, at): Checked => {
    if (!data) return { row: undefined, issues };
    const problem = companyProblem(companies[at], caller, input.teamId);
    if (problem === null) return { row: data, issues: [] };
    return { row: undefined, issues: [{ path: 'companyId', message: `the company "${data.companyId}" ${problem}` }] };
  });
};

/** Creates each contact independently. Returns once no dial to a do-not-call contact is in flight. */
export const createContacts = async (ports: CreatePorts, caller: Caller, input: Rows): Promise<BulkResult[]> => {
  const { table, newId, now } = ports;
  const create = async ({ row, issues, id }: Checked & { id: string }, index: number): Promise<BulkResult> => {
    if (!row) return refused(index, issues);
    const contact = contactFrom(row, { id, teamId: input.teamId, now });
    try {
      const created = await createContactOnce(table, toContactRecord(contact, caller.accountId));
      return { index, success: true, contact: created, error: null, issues: [] };
    } catch (error) {
      // The row's company was deleted after the check.
      if (error instanceof Refusal) return refused(index, [{ path: 'companyId', message: error.message }]);
      throw error;
    }
  };
  const checked = await checkRows(table, caller, input);
  const rows = checked.map((row) => ({ ...row, id: newId('cont') }));
  const results: BulkResult[] = [];
  for (const some of chunked(rows, PARALLEL_ROWS)) {
    const first = results.length;
    results.push(...(await Promise.all(some.map((row, at) => create(row, first + at)))));
  }
  const blocked = results.flatMap(({ contact }) => (contact?.do_not_call ? phonesOf(contact) : []));
  if (blocked.length > 0) await awaitCalleesQuiet(ports, input.teamId, blocked);
  return results;
};
