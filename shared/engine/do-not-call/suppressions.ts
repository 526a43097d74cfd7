import { activity } from '#shared/domain/account/activity.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { type ContactRecord, type Marking, phonesOf } from '#shared/store/contacts.ts';
import { type Marks, readMarks } from '#shared/store/limits/callee-locks.ts';
import type { PutOperation, TableReader } from '#shared/store/table/table.ts';

type Numbers = Partial<Pick<ContactRecord, 'phone' | 'phone_secondary'>>;

/** Which numbers of these contacts are do-not-call, before a person's command changes that. */
export const readMarksOf = (table: TableReader, teamId: string, contacts: Numbers[]): Promise<Marks> => {
  const phones = contacts.flatMap(({ phone = null, phone_secondary = null }) => phonesOf({ phone, phone_secondary }));
  return readMarks(table, teamId, [...new Set(phones)]);
};

/**
 * Notes the numbers that new contacts suppress; nothing if all of them were suppressed before. Of several contacts
 * written at once it names the team, so that a long import is not a long list of activities.
 */
export const suppressionByNew = (by: Caller, contacts: ContactRecord[], marks: Marks, now: Date): PutOperation[] => {
  const added = (contact: ContactRecord): string[] => phonesOf(contact).filter((phone) => !marks.get(phone));
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

/** Notes the numbers that a change of a contact suppresses, or lifts the suppression of; nothing if there are none. */
export const suppressionByChange = (
  by: Caller,
  { id, account_id }: ContactRecord,
  { phones, do_not_call }: Marking,
  marks: Marks,
  now: Date,
): PutOperation[] => {
  const changed = phones.filter((phone) => marks.get(phone) !== do_not_call);
  if (changed.length === 0) return [];
  const action = do_not_call ? 'suppression.added' : 'suppression.removed';
  return [activityOf(by, account_id, activity(action, id, { detail: plural(changed.length, 'number') }), now)];
};
