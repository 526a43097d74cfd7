import type * as z from 'zod';
import { phonesOf } from '#shared/domain/contact/phones.ts';
import { apartByNumber, repeatedRows } from '#shared/domain/contact/repeated-rows.ts';
import { type Issue, Refusal } from '#shared/domain/errors.ts';
import { chunked } from '#shared/domain/lists.ts';
import { type NumberingOf, withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { readLinesOf, suppressionByNew } from '#shared/engine/do-not-call/suppressions.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type BulkContactsBody, type BulkResult, ContactRow, contactFrom, numbersIn } from '#shared/schemas/contact.ts';
import { checkAgainst } from '#shared/schemas/fields/check.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { type CompanyRecord, getCompanies } from '#shared/store/companies.ts';
import { addContacts, type ContactRecord, toContact, toContactRecord } from '#shared/store/contact/contacts.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { shardFor } from '#shared/store/table/counters.ts';
import { Contended, MAX_TRANSACTION_OPERATIONS, type TableReader } from '#shared/store/table/table.ts';
import { created, refused, unsaved } from './bulk-results.ts';
import { type NewRow, resultsOfRepeated, setKnownApart } from './known-rows.ts';

/** A contact, entry, count and lock of two numbers, its company's counter at most. */
const OPERATIONS_PER_ROW = 8;
/** The counters of the team and of its suppressed numbers, in eight shards each, and the activity of these. */
const OTHER_OPERATIONS = 17;
const ROWS_PER_TRANSACTION = Math.floor((MAX_TRANSACTION_OPERATIONS - OTHER_OPERATIONS) / OPERATIONS_PER_ROW);

type Rows = z.output<typeof BulkContactsBody>;
type Checked = { row: ContactRow; issues: [] } | { row: undefined; issues: Issue[] };

type CreatePorts = QuietPorts & Needs<'table' | 'numberingOf' | 'newId' | 'now' | 'log'>;

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

/** What suppresses the numbers of new contacts, and what is noted of those that these suppress. */
const readMarking = async ({ table, now }: CreatePorts, by: Caller, records: [ContactRecord, ...ContactRecord[]]) => {
  const blocked = records.filter(({ do_not_call }) => do_not_call);
  const lines = await readLinesOf(table, records[0].team_id, blocked);
  return { lines, suppression: suppressionByNew(by, records, lines, now) };
};

/** One bulk request. */
interface Import {
  ports: CreatePorts;
  by: Caller;
  skipDuplicates: boolean;
}

/**
 * Creates contacts in one transaction. Who loses a race reads again: another import may have created a contact with the
 * number of a row, and an earlier try of this request the row itself.
 */
const createTogether = ({ ports, by, skipDuplicates }: Import, rows: NewRow[]): Promise<BulkResult[]> => {
  const { table } = ports;
  let isFirstTry = true;
  return retryingLostRaces(table, async () => {
    const isUnknown = isFirstTry && !skipDuplicates;
    isFirstTry = false;
    const { fresh, settled } = isUnknown
      ? { fresh: rows, settled: [] }
      : await setKnownApart(table, rows, skipDuplicates);
    const [one, ...others] = fresh.map(({ record }) => record);
    if (!one) return settled;
    const { lines, suppression } = await readMarking(ports, by, [one, ...others]);
    const mustBeNew = skipDuplicates ? fresh.flatMap(({ record }) => record.phone ?? []) : [];
    await table.transact([...addContacts([one, ...others], lines, mustBeNew), ...suppression]);
    return [...settled, ...fresh.map(({ record, index }) => created(index, toContact(record)))];
  });
};

const createOne = async (given: Import, row: NewRow): Promise<BulkResult[]> => {
  try {
    return await createTogether(given, [row]);
  } catch (error) {
    const { index } = row;
    if (!(error instanceof Refusal))
      given.ports.log.error('A row of a bulk request was not created.', error, { index });
    return [unsaved(index, error)];
  }
};

/** Creates contacts together; where that fails, each by itself, so that one fails alone. */
const createSome = async (given: Import, some: NewRow[]): Promise<BulkResult[]> => {
  try {
    return await createTogether(given, some);
  } catch (error) {
    // Who lost every try has waited long enough; one by one they would wait as long again, each.
    if (error instanceof Contended) return some.map(({ index }) => unsaved(index, error));
    const results: BulkResult[] = [];
    for (const row of some) results.push(...(await createOne(given, row)));
    return results;
  }
};

/**
 * Creates rows. Those of a counter shard follow one another, and at last those that share numbers, or suppress some and
 * so share the counters of these, in their order: a request never waits for itself.
 */
const createAll = async (given: Import, rows: NewRow[]): Promise<BulkResult[]> => {
  const results: BulkResult[] = [];
  const createInTurn = async (following: NewRow[]): Promise<void> => {
    for (const some of chunked(following, ROWS_PER_TRANSACTION)) results.push(...(await createSome(given, some)));
  };
  const { alone, sharing } = apartByNumber(rows, ({ record }) => record);
  const suppressing = alone.filter(({ record }) => record.do_not_call);
  const free = alone.filter(({ record }) => !record.do_not_call);
  await Promise.all([...Map.groupBy(free, ({ record }) => shardFor(record.id)).values()].map(createInTurn));
  await createInTurn([...suppressing, ...sharing]);
  return results;
};

/**
 * Creates each contact independently. With `skipDuplicates`, a number gets one contact however many imports bring it at
 * the same time. Returns once no dial to a do-not-call contact is in flight.
 */
export const createContacts = async (ports: CreatePorts, caller: Caller, input: Rows): Promise<BulkResult[]> => {
  const { table, numberingOf, newId, now } = ports;
  const { teamId, skipDuplicates } = input;
  const checked = await checkRows(table, caller, input);
  const rows: Row[] = checked.map((row, index) => ({ ...row, index, id: newId('cont') }));
  const valid = rows.flatMap(({ row, index, id }) =>
    row ? [{ record: recordOf(row, { id, teamId, now }, caller, numberingOf), index }] : [],
  );
  const repeated = skipDuplicates ? repeatedRows(input.contacts.map(numbersIn)) : new Map<number, number>();
  const results = rows.flatMap(({ row, issues, index }) => (row ? [] : [refused(index, issues)]));
  const unrepeated = valid.filter(({ index }) => !repeated.has(index));
  results.push(...(await createAll({ ports, by: caller, skipDuplicates }, unrepeated)));
  const again = valid.filter(({ index }) => repeated.has(index));
  results.push(...(await resultsOfRepeated(table, again, repeated, results)));
  const blocked = results.flatMap(({ contact }) => (contact?.do_not_call ? phonesOf(contact) : []));
  if (blocked.length > 0) await awaitCalleesQuiet(ports, teamId, blocked);
  return results.sort((one, other) => one.index - other.index);
};
