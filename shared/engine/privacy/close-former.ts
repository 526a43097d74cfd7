import { erasedSince, erasedSources, type SuppressionSources } from '#shared/domain/call/suppression.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { countContactsOf, unlessHad } from '#shared/store/contact/contact-phones.ts';
import { changeSuppressions, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import type { ErasureRecord } from '#shared/store/privacy/erasures.ts';
import { noteFormerLine } from '#shared/store/privacy/former-lines.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

/** A number that a contact gave up may be anybody's by now; of one that is suppressed somebody has said why. */
const isToBeClosed = (sources: SuppressionSources, isOnlyIfSuppressed: boolean): boolean =>
  erasedSince(sources) === undefined && (sources.length > 0 || !isOnlyIfSuppressed);

/**
 * Closes a number that an erased contact had before, as its erasure has closed those that it had at the end: it is
 * suppressed for good, and in no list. What another contact has by now stays as it is. Safe to repeat. Answers whether
 * the number is closed.
 */
export const closeFormer = (
  { table }: Needs<'table'>,
  { team_id, contact_id, requested_at }: Pick<ErasureRecord, 'team_id' | 'contact_id' | 'requested_at'>,
  phone: string,
  { isOnlyIfSuppressed = false }: { isOnlyIfSuppressed?: boolean } = {},
): Promise<boolean> =>
  retryingLostRaces(table, async () => {
    const [lines, contacts] = await Promise.all([
      readLines(table, team_id, [phone]),
      countContactsOf(table, team_id, phone),
    ]);
    const sources = sourcesOf(lines.get(phone));
    if (contacts > 0 || !isToBeClosed(sources, isOnlyIfSuppressed)) return erasedSince(sources) !== undefined;
    await table.transact([
      ...changeSuppressions(team_id, lines, [{ phone, sources: erasedSources(sources, requested_at) }]),
      noteFormerLine({ id: contact_id, team_id }, phone),
      unlessHad(team_id, phone),
    ]);
    return true;
  });
