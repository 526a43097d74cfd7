import { SECOND_MS } from '#shared/domain/time.ts';
import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, campaignOfEnrolments, enrolmentsIn } from '#test/simulation/checks/records.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '17 outcomes awaited';

/** A detection that comes this long after the call may mean another attempt. */
const DETECTION_AWAITED_MS = 90 * SECOND_MS;

const CALLED = ['dialing', 'in_progress'];

interface Seen {
  status: unknown;
  /** When its last call was settled. */
  settledAt: number | null;
}

/** Judges that nobody loses what a call may still bring: a contact its outcome, or another attempt. */
export class ContactChecks {
  readonly #checker: Checker;
  readonly #contacts = new Map<string, Seen>();
  readonly #campaigns = new Map<string, unknown>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  wrote(keys: Key[], at: number): void {
    for (const key of keys) if (campaignOfEnrolments(key.pk) !== undefined) this.#noteContact(key, at);
    for (const key of keys) if (key.sk === 'CONTROL') this.#noteCampaign(key, at);
  }

  #noteContact(key: Key, at: number): void {
    const row = this.#checker.world.table.peek(key);
    const name = nameOf(key);
    const before = this.#contacts.get(name);
    const wasCalled = CALLED.includes(before?.status as string);
    if (!row && wasCalled) this.#report(`${name} leaves its campaign during its call`, at);
    const settledAt = wasCalled && row?.status === 'completed' ? at : (before?.settledAt ?? null);
    this.#contacts.set(name, { status: row?.status, settledAt });
  }

  #noteCampaign(key: Key, at: number): void {
    const control = this.#checker.world.table.peek(key);
    const before = this.#campaigns.get(key.pk);
    this.#campaigns.set(key.pk, control?.status);
    if (control?.status !== 'completed' || before === 'completed' || !control.retry_on_voicemail) return;
    for (const row of enrolmentsIn(this.#checker.world.table, String(control.id)))
      if (this.#awaitsDetection(row, control, at))
        this.#report(`campaign ${control.id} completes while contact ${row.contact_id} may yet be a mailbox`, at);
  }

  #awaitsDetection(row: Item, control: Item, at: number): boolean {
    const { table, skewMs } = this.#checker.world;
    const settledAt = this.#contacts.get(nameOf(row))?.settledAt ?? null;
    if (settledAt === null || at - settledAt >= DETECTION_AWAITED_MS - 2 * skewMs) return false;
    const call = callIn(table, row.last_call_id);
    const isUndetected = call?.answered_by !== 'human' && !isReported(call?.events, 'call.machine_detection.ended');
    const isRetried = Number(row.attempts) < Number(control.max_attempts_per_contact);
    return row.status === 'completed' && row.last_outcome === 'answered' && isUndetected && isRetried;
  }

  #report(words: string, at: number): void {
    this.#checker.report(INVARIANT, words, at);
  }
}

const isReported = (events: unknown, type: string): boolean =>
  (events as Record<string, unknown> | undefined)?.[type] !== undefined;

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
