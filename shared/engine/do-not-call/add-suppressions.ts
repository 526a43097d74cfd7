import { activity } from '#shared/domain/account/activity.ts';
import {
  type SuppressionSource,
  type SuppressionSources,
  shownSource,
  withSource,
} from '#shared/domain/call/suppression.ts';
import { type Issue, listedIssues, wordsOf } from '#shared/domain/errors.ts';
import { chunked } from '#shared/domain/lists.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { checkAgainst } from '#shared/schemas/fields/check.ts';
import {
  type AddSuppressionBody,
  type BulkSuppressions,
  type BulkSuppressionsBody,
  type Suppression,
  SuppressionRow,
  toSuppression,
} from '#shared/schemas/suppression.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { changeSuppressions, counterGroupOf, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { Contended, MAX_TRANSACTION_OPERATIONS, type WriteOperation } from '#shared/store/table/table.ts';
import { closeNumbers, type ExcludePorts } from './exclude-contact.ts';

/** All of a transaction but the list's counter and the activity. */
const NUMBERS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 2;
/** Problems that the result of one row lists. */
const ISSUES_PER_ROW_MAX = 10;
const NOT_SAVED: Issue[] = [{ path: '', message: 'the number could not be saved this time; send it again' }];

type AddPorts = ExcludePorts & Needs<'now'>;

interface Entry {
  phone: string;
  source: SuppressionSource;
}

/** What entering these numbers would write, on top of what suppresses them. Numbers that were entered before stay. */
const enter = async ({ table, now }: AddPorts, by: Caller, teamId: string, entries: Entry[]) => {
  const phones = entries.map(({ phone }) => phone);
  const lines = await readLines(table, teamId, phones);
  const entered = entries.map(({ phone, source }) => {
    const before = sourcesOf(lines.get(phone));
    return { phone, before, sources: withSource(before, source) };
  });
  const changes = entered.filter(({ before, sources }) => sources !== before);
  if (changes.length === 0) return { entered, operations: [] };
  const detail = plural(changes.length, 'number');
  const done = activity('suppression.added', teamId, { resource: 'team', detail });
  return {
    entered,
    operations: [...changeSuppressions(teamId, lines, changes), activityOf(by, by.accountId, done, now)],
  };
};

/**
 * Suppresses a number with `commit`, which answers with what is shown of it then. A number that a contact or a call
 * suppressed is shown as before, and stays suppressed when that is lifted. Returns once no dial to it is in flight.
 */
export const addSuppression = async <Answer>(
  ports: AddPorts,
  by: Caller,
  { teamId, phone, note = null }: AddSuppressionBody,
  commit: (operations: WriteOperation[], suppression: Suppression) => Promise<Answer>,
): Promise<Answer> => {
  const source = { reason: 'manual' as const, note, created_at: ports.now.toISOString() };
  const answer = await retryingLostRaces(ports.table, async () => {
    const { entered, operations } = await enter(ports, by, teamId, [{ phone, source }]);
    const shown = shownSource(entered[0]?.sources ?? []) ?? source;
    return commit(operations, toSuppression(phone, shown));
  });
  await closeNumbers(ports, { teamId, phones: [phone], contactId: null });
  return answer;
};

/** Whether this request was the first to suppress the number, now or in an earlier try. */
const isAddedBy = (requestId: string, sources: SuppressionSources): boolean =>
  shownSource(sources)?.request_id === requestId;

type Outcome = 'added' | 'present' | 'failed';

/** Enters numbers in one transaction. Who lost every try sends them again. */
const enterTogether = async (
  ports: AddPorts,
  by: Caller,
  teamId: string,
  entries: Entry[],
): Promise<[string, Outcome][]> => {
  try {
    return await retryingLostRaces(ports.table, async () => {
      const { entered, operations } = await enter(ports, by, teamId, entries);
      if (operations.length > 0) await ports.table.transact(operations);
      return entered.map(({ phone, sources }, at): [string, Outcome] => {
        const isAdded = isAddedBy(entries[at]?.source.request_id ?? '', sources);
        return [phone, isAdded ? 'added' : 'present'];
      });
    });
  } catch (error) {
    if (!(error instanceof Contended)) throw error;
    return entries.map(({ phone }) => [phone, 'failed']);
  }
};

/** The numbers of a counter follow one another, so that a request never waits for itself. */
const enterAll = async (
  ports: AddPorts,
  by: Caller,
  teamId: string,
  entries: Entry[],
): Promise<Map<string, Outcome>> => {
  const outcomes = new Map<string, Outcome>();
  const enterGroup = async (group: Entry[]): Promise<void> => {
    for (const some of chunked(group, NUMBERS_PER_TRANSACTION)) {
      for (const [phone, outcome] of await enterTogether(ports, by, teamId, some)) outcomes.set(phone, outcome);
    }
  };
  await Promise.all([...Map.groupBy(entries, ({ phone }) => counterGroupOf(phone)).values()].map(enterGroup));
  return outcomes;
};

const failed = (index: number, issues: Issue[]) => ({
  index,
  success: false,
  error: wordsOf(listedIssues(issues, ISSUES_PER_ROW_MAX)),
});

/**
 * Suppresses numbers, each row by itself; of rows with one number the first brings it. Returns once no dial to any of
 * them is in flight.
 */
export const addSuppressions = async (
  ports: AddPorts & Needs<'newId'>,
  by: Caller,
  { teamId, numbers }: BulkSuppressionsBody,
): Promise<BulkSuppressions> => {
  const rows = numbers.map((row) => checkAgainst(SuppressionRow, row));
  const bringing = { reason: 'import' as const, created_at: ports.now.toISOString(), request_id: ports.newId('imp') };
  const firsts = new Map<string, Entry & { index: number }>();
  for (const [index, { data }] of rows.entries()) {
    if (!data || firsts.has(data.phone)) continue;
    firsts.set(data.phone, { index, phone: data.phone, source: { ...bringing, note: data.note ?? null } });
  }
  const outcomes = await enterAll(ports, by, teamId, [...firsts.values()]);
  const phones = [...outcomes].flatMap(([phone, outcome]) => (outcome === 'failed' ? [] : [phone]));
  await closeNumbers(ports, { teamId, phones, contactId: null });
  const added = [...outcomes.values()].filter((outcome) => outcome === 'added').length;
  const results = rows.map(({ data, issues }, index) => {
    if (!data) return failed(index, issues);
    return outcomes.get(data.phone) === 'failed' ? failed(index, NOT_SAVED) : { index, success: true, error: null };
  });
  const failures = results.filter(({ success }) => !success).length;
  return { added, present: results.length - added - failures, failed: failures, results };
};
