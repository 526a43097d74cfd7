import { activity } from '#shared/domain/account/activity.ts';
import { type SuppressionSources, withoutContacts } from '#shared/domain/call/suppression.ts';
import { phonesOf } from '#shared/domain/contact/phones.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import type { ContactRecord } from '#shared/store/contact/contacts.ts';
import { isSuppressed, type Lines, type Marking, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import type { PutOperation, TableReader } from '#shared/store/table/table.ts';

type Numbers = Partial<Pick<ContactRecord, 'phone' | 'phone_secondary'>>;

/** What suppresses the numbers of these contacts, before a person's command changes that. */
export const readLinesOf = (table: TableReader, teamId: string, contacts: Numbers[]): Promise<Lines> => {
  const phones = contacts.flatMap(({ phone = null, phone_secondary = null }) => phonesOf({ phone, phone_secondary }));
  return readLines(table, teamId, [...new Set(phones)]);
};

/**
 * Notes the numbers that new contacts suppress; nothing if all of them were suppressed before. Of several contacts
 * written at once it names the team, so that a long import is not a long list of activities.
 */
export const suppressionByNew = (by: Caller, contacts: ContactRecord[], lines: Lines, now: Date): PutOperation[] => {
  const added = (contact: ContactRecord): string[] =>
    phonesOf(contact).filter((phone) => !isSuppressed(lines.get(phone)));
  const suppressing = contacts.filter((contact) => contact.do_not_call && added(contact).length > 0);
  const [first, ...others] = suppressing;
  if (!first) return [];
  const numbers = plural(new Set(suppressing.flatMap(added)).size, 'number');
  const done =
    others.length === 0
      ? activity('suppression.added', first.id, { detail: numbers })
      : activity('suppression.added', first.team_id, {
          resource: 'team',
          detail: `${numbers} of ${suppressing.length} new contacts`,
        });
  return [activityOf(by, first.account_id, done, now)];
};

/** Whether a number may be called once what contacts brought is lifted. */
const isLifted = (sources: SuppressionSources): boolean => sources.length > 0 && withoutContacts(sources).length === 0;

/** Notes the numbers that a change of a contact suppresses, or lifts the suppression of; nothing if there are none. */
export const suppressionByChange = (
  by: Caller,
  { id, account_id }: ContactRecord,
  { phones, do_not_call }: Marking,
  lines: Lines,
  now: Date,
): PutOperation[] => {
  const isChanged = (sources: SuppressionSources) => (do_not_call ? sources.length === 0 : isLifted(sources));
  const changed = phones.filter((phone) => isChanged(sourcesOf(lines.get(phone))));
  if (changed.length === 0) return [];
  const action = do_not_call ? 'suppression.added' : 'suppression.removed';
  return [activityOf(by, account_id, activity(action, id, { detail: plural(changed.length, 'number') }), now)];
};
