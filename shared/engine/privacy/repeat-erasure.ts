import { erasedSources } from '#shared/domain/call/suppression.ts';
import type { LoggedErasure } from '#shared/ports/personal-data.ts';
import { getContact } from '#shared/store/contact/contacts.ts';
import { phoneOfLine } from '#shared/store/line/line-keys.ts';
import { changeSuppressions, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import { emptyContact } from '#shared/store/privacy/emptied-contact.ts';
import { getErasure, newErasure, putErasure } from '#shared/store/privacy/erasures.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { type ErasePorts, erasePerson } from './erase-person.ts';

/** Carries an erasure on for as long as there is anything to do at once. */
const carryOut = async (ports: ErasePorts, erasureId: string): Promise<void> => {
  for (let isDone = false; !isDone; ) {
    isDone = true;
    const erasureQueue: ErasePorts['erasureQueue'] = {
      send: async (_, { delaySeconds = 0 } = {}) => {
        isDone = delaySeconds > 0;
      },
    };
    await erasePerson({ ...ports, erasureQueue }, erasureId);
  }
};

/** Enters an erasure in a table that does not know it, as if it had been asked for there. */
const enterAgain = ({ table, clock }: ErasePorts, logged: LoggedErasure): Promise<void> =>
  retryingLostRaces(table, async () => {
    const { id, team_id, contact_id, requested_at, lines: partitions, former_lines = [] } = logged;
    const phones = partitions.map(phoneOfLine);
    const [erasure, contact, lines] = await Promise.all([
      getErasure(table, id),
      getContact(table, contact_id),
      readLines(table, team_id, phones),
    ]);
    if (erasure) return;
    const changes = phones.map((phone) => ({
      phone,
      sources: erasedSources(sourcesOf(lines.get(phone)), requested_at),
    }));
    const now = clock();
    await table.transact([
      ...(contact && !contact.erasure_id ? emptyContact(contact, id, now) : []),
      ...changeSuppressions(team_id, lines, changes),
      // Another contact may have one of these by now, which the run that follows finds out.
      putErasure({ ...newErasure(logged), lines: partitions, former_lines }, now),
    ]);
  });

/**
 * Erases a person again in a table that was restored from before the erasure. Nothing is asked of the carrier that it
 * has not been asked already. Answers whether all is gone; what was a live call in the backup waits for the service.
 */
export const repeatErasure = async (ports: ErasePorts, logged: LoggedErasure): Promise<'completed' | 'pending'> => {
  await enterAgain(ports, logged);
  if ((await getErasure(ports.table, logged.id))?.status === 'pending') await carryOut(ports, logged.id);
  return (await getErasure(ports.table, logged.id))?.status ?? 'pending';
};
