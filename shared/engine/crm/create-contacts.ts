import type * as z from 'zod';
import { type Issue, listedIssues, Refusal, wordsOf } from '#shared/domain/errors.ts';
import { chunked } from '#shared/domain/lists.ts';
import { type NumberingOf, withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { readMarksOf, suppressionByNew } from '#shared/engine/do-not-call/suppressions.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type BulkContactsBody, type BulkResult, ContactRow, contactFrom } from '#shared/schemas/contact.ts';
import { checkAgainst } from '#shared/schemas/fields/check.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { type CompanyRecord, getCompanies } from '#shared/store/companies.ts';
import {
  addContacts,
  type ContactRecord,
  createContactOnce,
  phonesOf,
  toContact,
  toContactRecord,
} from '#shared/store/contacts.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { shardFor } from '#shared/store/table/counters.ts';
import { Contended, MAX_TRANSACTION_OPERATIONS, type TableReader } from '#shared/store/table/table.ts';

/** A contact, entry and lock of two numbers, its company's counter at most. */
const OPERATIONS_PER_ROW = 6;
/** The team's counter, and the activity of those that are suppressed. */
const OTHER_OPERATIONS = 2;
const ROWS_PER_TRANSACTION = Math.floor((MAX_TRANSACTION_OPERATIONS - OTHER_OPERATIONS) / OPERATIONS_PER_ROW);

type Rows = z.output<typeof BulkContactsBody>;
type Checked = { row: ContactRow; issues: [] } | { row: undefined; issues: Issue[] };

type CreatePorts = QuietPorts & Needs<'table' | 'numberingOf' | 'newId' | 'now' | 'log'>;

/** Problems that the result of one row lists. */
const ISSUES_PER_ROW_MAX = 10;

const refused = (index: number, all: Issue[]): BulkResult => {
  const issues = listedIssues(all, ISSUES_PER_ROW_MAX);
  return { index, success: false, contact: null, error: wordsOf(issues), issues };
};

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

type Row = Checked & { index: number; id: string };

const recordOf = (
  row: ContactRow,
  identity: Parameters<typeof contactFrom>[1],
  caller: Caller,
  numberingOf: NumberingOf,
): ContactRecord => toContactRecord(withNumberings(contactFrom(row, identity), numberingOf), caller.accountId);

/** Why a valid row was not created. */
const problemOf = (error: unknown): Issue =>
  error instanceof Refusal
    ? { path: 'companyId', message: error.message }
    : { path: '', message: 'the row could not be saved this time; send it again' };

/** How the numbers of new contacts are marked, and what is noted of those that these suppress. */
const readMarking = async ({ table, now }: CreatePorts, by: Caller, records: [ContactRecord, ...ContactRecord[]]) => {
  const blocked = records.filter(({ do_not_call }) => do_not_call);
  const marks = await readMarksOf(table, records[0].team_id, blocked);
  return { marks, suppression: suppressionByNew(by, records, marks, now) };
};

const createOne = async (ports: CreatePorts, by: Caller, record: ContactRecord, index: number): Promise<BulkResult> => {
  try {
    const contact = await retryingLostRaces(ports.table, async () => {
      const { marks, suppression } = await readMarking(ports, by, [record]);
      return createContactOnce(ports.table, record, marks, suppression);
    });
    return { index, success: true, contact, error: null, issues: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) ports.log.error('A row of a bulk request was not created.', error, { index });
    return refused(index, [problemOf(error)]);
  }
};

/** Creates contacts of one counter shard together; where that fails, each by itself, so that one fails alone. */
const createSome = async (
  ports: CreatePorts,
  by: Caller,
  some: { record: ContactRecord; index: number }[],
): Promise<BulkResult[]> => {
  try {
    const records = some.map(({ record }) => record) as [ContactRecord, ...ContactRecord[]];
    const { marks, suppression } = await readMarking(ports, by, records);
    await ports.table.transact([...addContacts(records, marks), ...suppression]);
    return some.map(({ record, index }) => ({
      index,
      success: true,
      contact: toContact(record),
      error: null,
      issues: [],
    }));
  } catch (error) {
    // Who lost every try has waited long enough; one by one they would wait as long again, each.
    if (error instanceof Contended) return some.map(({ index }) => refused(index, [problemOf(error)]));
    const results: BulkResult[] = [];
    for (const { record, index } of some) results.push(await createOne(ports, by, record, index));
    return results;
  }
};

/**
 * Creates each contact independently. The rows of a counter shard follow one another, so that a request never waits for
 * itself. Returns once no dial to a do-not-call contact is in flight.
 */
export const createContacts = async (ports: CreatePorts, caller: Caller, input: Rows): Promise<BulkResult[]> => {
  const { table, numberingOf, newId, now } = ports;
  const { teamId } = input;
  const checked = await checkRows(table, caller, input);
  const rows: Row[] = checked.map((row, index) => ({ ...row, index, id: newId('cont') }));
  const valid = rows.flatMap(({ row, index, id }) =>
    row ? [{ record: recordOf(row, { id, teamId, now }, caller, numberingOf), index }] : [],
  );
  const results = rows.flatMap(({ row, issues, index }) => (row ? [] : [refused(index, issues)]));
  const createAll = async (ofShard: typeof valid): Promise<void> => {
    for (const some of chunked(ofShard, ROWS_PER_TRANSACTION)) results.push(...(await createSome(ports, caller, some)));
  };
  await Promise.all([...Map.groupBy(valid, ({ record }) => shardFor(record.id)).values()].map(createAll));
  const blocked = results.flatMap(({ contact }) => (contact?.do_not_call ? phonesOf(contact) : []));
  if (blocked.length > 0) await awaitCalleesQuiet(ports, teamId, blocked);
  return results.sort((one, other) => one.index - other.index);
};
