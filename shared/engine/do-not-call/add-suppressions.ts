import { type SuppressionSources, shownSource } from '#shared/domain/call/suppression.ts';
import { type Issue, listedIssues, wordsOf } from '#shared/domain/errors.ts';
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
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { type EnterPorts, type Entry, entering, enterNumbers } from './enter-numbers.ts';
import { closeNumbers, type ExcludePorts } from './exclude-contact.ts';

/** Problems that the result of one row lists. */
const ISSUES_PER_ROW_MAX = 10;
const NOT_SAVED: Issue[] = [{ path: '', message: 'the number could not be saved this time; send it again' }];

type AddPorts = ExcludePorts & EnterPorts;

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
    const { entered, operations } = await entering(ports, by, teamId, [{ phone, sources: [source] }]);
    const shown = shownSource(entered[0]?.sources ?? []) ?? source;
    return commit(operations, toSuppression(phone, shown));
  });
  await closeNumbers(ports, { teamId, phones: [phone], contactId: null });
  return answer;
};

/** Whether this request was the first to suppress the number, now or in an earlier try. */
const isAddedBy = (requestId: string, sources: SuppressionSources): boolean =>
  shownSource(sources)?.request_id === requestId;

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
  const requestId = ports.newId('imp');
  const bringing = { reason: 'import' as const, created_at: ports.now.toISOString(), request_id: requestId };
  const firsts = new Map<string, Entry>();
  for (const { data } of rows) {
    if (!data || firsts.has(data.phone)) continue;
    firsts.set(data.phone, { phone: data.phone, sources: [{ ...bringing, note: data.note ?? null }] });
  }
  const { outcomes } = await enterNumbers(ports, by, teamId, [...firsts.values()]);
  const saved = new Map(outcomes.flatMap(({ phone, sources }) => (sources === null ? [] : [[phone, sources]])));
  await closeNumbers(ports, { teamId, phones: [...saved.keys()], contactId: null });
  const added = [...saved.values()].filter((sources) => isAddedBy(requestId, sources)).length;
  const results = rows.map(({ data, issues }, index) => {
    if (!data) return failed(index, issues);
    return saved.has(data.phone) ? { index, success: true, error: null } : failed(index, NOT_SAVED);
  });
  const failures = results.filter(({ success }) => !success).length;
  return { added, present: results.length - added - failures, failed: failures, results };
};
