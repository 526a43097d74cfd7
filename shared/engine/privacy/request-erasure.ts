import { activity } from '#shared/domain/account/activity.ts';
import { erasedSources } from '#shared/domain/call/suppression.ts';
import { phonesOf } from '#shared/domain/contact/phones.ts';
import { conflictNow } from '#shared/domain/errors.ts';
import { closeNumbers, type ExcludePorts } from '#shared/engine/do-not-call/exclude-contact.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import { type ContactRecord, formerPhonesOf, getContact } from '#shared/store/contact/contacts.ts';
import { calleeLockKey } from '#shared/store/limits/callee-locks.ts';
import { linePartition } from '#shared/store/line/line-keys.ts';
import { changeSuppressions, type Lines, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import { emptyContact } from '#shared/store/privacy/emptied-contact.ts';
import { type ErasureRecord, getErasure, newErasure, putErasure } from '#shared/store/privacy/erasures.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { absent, type TableReader, type WriteOperation } from '#shared/store/table/table.ts';

type RequestPorts = ExcludePorts & Needs<'erasureQueue' | 'hashLine' | 'newId'>;

const isOnCall = (lines: Lines): boolean =>
  [...lines.values()].some((line) => line?.live_call_id !== undefined || line?.inbound_call_id !== undefined);

const NO_CALL = [absent('live_call_id'), absent('inbound_call_id')];

/** The numbers are suppressed for good; nobody takes one of them for a call in between. */
const closing = (contact: ContactRecord, lines: Lines, phones: string[], at: string): WriteOperation[] => {
  const changes = phones.map((phone) => ({ phone, sources: erasedSources(sourcesOf(lines.get(phone)), at) }));
  const suppressing = changeSuppressions(contact.team_id, lines, changes);
  const ofLines = new Set(phones.map((phone) => calleeLockKey(contact.team_id, phone).pk));
  return suppressing.map((operation) =>
    'update' in operation && ofLines.has(operation.update.pk)
      ? { ...operation, when: [...(operation.when ?? []), ...NO_CALL] }
      : operation,
  );
};

/** Whether the contact is on a call at a number that it had until just now; by now it may be somebody else's. */
const isOnCallAt = async (table: TableReader, { id, team_id }: ContactRecord, phones: string[]): Promise<boolean> => {
  const lines = await readLines(table, team_id, phones);
  const callIds = [...lines.values()].flatMap((line) => line?.live_call_id ?? []);
  return (await getCalls(table, callIds)).some((call) => call?.contact_id === id);
};

const erasureOf = async (table: TableReader, { id, erasure_id = '' }: ContactRecord): Promise<ErasureRecord> => {
  const erasure = await getErasure(table, erasure_id);
  if (!erasure) throw new Error(`The contact ${id} was erased, but its erasure is gone.`);
  return erasure;
};

const begin = async (
  { hashLine, clock, newId, table }: RequestPorts,
  by: Caller,
  contact: ContactRecord,
): Promise<{ erasure: ErasureRecord; operations: WriteOperation[] }> => {
  const { id: contact_id, account_id, team_id, created_at: contact_created_at } = contact;
  const now = clock();
  const phones = phonesOf(contact);
  const former = formerPhonesOf(contact, now).filter((phone) => !phones.includes(phone));
  const lines = await readLines(table, team_id, phones);
  if (isOnCall(lines) || (await isOnCallAt(table, contact, former)))
    throw conflictNow('A call with one of the numbers is under way; erase the contact when it has ended.');
  const requested_at = now.toISOString();
  const erasure = {
    ...newErasure({ id: newId('ers'), account_id, team_id, contact_id, contact_created_at, requested_at }),
    lines: await Promise.all(phones.map((phone) => hashLine(linePartition(team_id, phone)))),
  };
  return {
    erasure,
    operations: [
      ...emptyContact(contact, erasure.id, now),
      ...closing(contact, lines, phones, requested_at),
      putErasure(erasure, now),
      activityOf(by, account_id, activity('contact.erased', contact_id), now),
    ],
  };
};

/**
 * Erases a contact, deleted or not, with `commit`: from then on it is gone, and none of its numbers is dialled for
 * anybody. The rest is carried on by messages. Erased before, it is the same erasure. Of two requests at once, the
 * second finds the first.
 * @throws Refusal 409 while one of its numbers is on a call.
 */
export const requestErasure = async <Answer>(
  ports: RequestPorts,
  by: Caller,
  seen: ContactRecord,
  answer: (erasure: ErasureRecord) => Answer,
  commit: (operations: WriteOperation[], answer: Answer) => Promise<Answer>,
): Promise<Answer> => {
  const phones = phonesOf(seen);
  const { erasure, answered } = await retryingLostRaces(ports.table, async (tries) => {
    const contact = tries === 1 ? seen : ((await getContact(ports.table, seen.id)) ?? seen);
    if (contact.erasure_id) {
      const found = await erasureOf(ports.table, contact);
      return { erasure: found, answered: answer(found) };
    }
    const begun = await begin(ports, by, contact);
    return { erasure: begun.erasure, answered: await commit(begun.operations, answer(begun.erasure)) };
  });
  if (erasure.status === 'pending') await ports.erasureQueue.send([{ erasure_id: erasure.id }]);
  if (phones.length > 0) await closeNumbers(ports, { teamId: seen.team_id, phones, contactId: null });
  return answered;
};
