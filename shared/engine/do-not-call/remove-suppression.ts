import { activity } from '#shared/domain/account/activity.ts';
import { withoutShown } from '#shared/domain/call/suppression.ts';
import { conflict, notFound } from '#shared/domain/errors.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { findContactsByPhone } from '#shared/store/contact/contacts.ts';
import { changeSuppressions, isListed, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/**
 * Lifts all that suppresses a number, but for an erasure of its person. Whoever suppresses it at the same moment writes its line too, a contact's mark
 * included: the loser reads again, so a contact that was marked first is found, and one marked later suppresses it anew.
 * @throws Refusal 404 where nothing that is shown suppresses it, 409 with `contact_ids` while a contact with it is do-not-call.
 */
export const removeSuppression = (
  table: TableWriter,
  by: Caller,
  { teamId, phone }: { teamId: string; phone: string },
  now: Date,
): Promise<void> =>
  retryingLostRaces(table, async () => {
    // Before the contacts: a mark that they do not show yet changes the line after this.
    const lines = await readLines(table, teamId, [phone]);
    if (!isListed(lines.get(phone))) throw notFound(`A suppression of ${phone}`);
    const marked = (await findContactsByPhone(table, teamId, phone)).filter(({ do_not_call }) => do_not_call);
    if (marked.length > 0) {
      const words = `${plural(marked.length, 'contact')} with this number must not be called; lift their doNotCall first.`;
      throw conflict(words, { contact_ids: marked.map(({ id }) => id) });
    }
    const done = activity('suppression.removed', teamId, { resource: 'team', detail: plural(1, 'number') });
    await table.transact([
      ...changeSuppressions(teamId, lines, [{ phone, sources: withoutShown(sourcesOf(lines.get(phone))) }]),
      activityOf(by, by.accountId, done, now),
    ]);
  });
