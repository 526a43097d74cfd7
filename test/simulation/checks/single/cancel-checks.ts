import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, enrolmentsIn } from '#test/simulation/checks/records.ts';
import { LIVE } from '#test/simulation/checks/stray-checks.ts';
import type { Fact } from '#test/simulation/outside/facts.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

const INVARIANT = '24 cancelled calls';

/** A dial past its last check reaches the carrier within this. */
const DIAL_IN_AIR_MS = 12 * SECOND_MS;
/** A call that was cancelled is over at the carrier within this, where nothing goes wrong; */
const HUNG_UP_MS = 15 * SECOND_MS;
/** and within this, while functions and commands fail. */
const HUNG_UP_AFTER_FAULTS_MS = 30 * MINUTE_MS;

/** The answer said that somebody may be on the line. */
const isLive = ({ status }: Fact): boolean => status === 'dialing' || status === 'ringing' || status === 'in_progress';

/**
 * Judges what follows from the cancel of a call: nobody is dialled for it afterwards, a live one is hung up, and the
 * contact of a campaign's call is cancelled with it.
 */
export class CancelChecks {
  readonly #checker: Checker;
  readonly #hungUpMs: number;

  constructor(checker: Checker, intensity: number) {
    this.#checker = checker;
    this.#hungUpMs = intensity === 0 ? HUNG_UP_MS : HUNG_UP_AFTER_FAULTS_MS;
  }

  dialed({ at, callId }: ReceivedDial): void {
    const call = callIn(this.#checker.world.table, callId);
    if (!call) return;
    for (const cancel of this.#obeyed()) {
      const isSame = cancel.subject === callId;
      const graceMs = isSame && isLive(cancel) ? DIAL_IN_AIR_MS + 2 * this.#checker.world.skewMs : 0;
      if (cancel.end + graceMs > at || !(isSame || this.#isOfSameContact(cancel, call))) continue;
      if (!this.#isLifted(cancel.begin, call, at))
        this.#report(`call ${callId} is dialled after call ${cancel.subject} was cancelled`, at);
    }
  }

  checkEnd(at: number, deadLetters: string[]): void {
    for (const cancel of this.#obeyed()) if (isLive(cancel)) this.#checkHungUp(cancel, at, deadLetters);
    for (const campaignId of this.#checker.world.campaignIds)
      for (const row of enrolmentsIn(this.#checker.world.table, campaignId)) this.#checkContact(row, at);
  }

  /** Cancels that were answered with a call which was not over yet. */
  #obeyed(): Fact[] {
    return this.#checker.facts.all.filter(
      ({ kind, acknowledged, status }) => kind === 'cancelCall' && acknowledged && status !== 'ended',
    );
  }

  #isOfSameContact({ subject }: Fact, call: Item): boolean {
    return call.enrolment_id !== null && callIn(this.#checker.world.table, subject)?.enrolment_id === call.enrolment_id;
  }

  /** A redial takes the contact up again. */
  #isLifted(since: number, { campaign_id }: Item, at: number): boolean {
    return this.#checker.facts.of('redial', String(campaign_id)).some(({ begin, end }) => end > since && begin <= at);
  }

  #checkHungUp({ subject, end }: Fact, at: number, deadLetters: string[]): void {
    for (const call of this.#checker.world.calls.values()) {
      const { callId, controlId, placedAt, endedAt, hangUps } = call;
      if (callId !== subject || hangUps > 0) continue;
      const isHeard = call.told.some((event) => event.at > end && LIVE.includes(event.type));
      const isLost = deadLetters.some((body) => body.includes(`"${controlId}"`));
      if ((isHeard && !isLost) || endedAt > Math.max(end, placedAt) + this.#hungUpMs)
        this.#report(`call ${controlId} of ${callId} goes on though it was cancelled`, at);
    }
  }

  #checkContact(row: Item, at: number): void {
    const call = callIn(this.#checker.world.table, row.last_call_id);
    if (!call || call.enrolment_id !== row.enrolment_id || call.generation !== row.generation) return;
    const isHungUp = call.status === 'ended' && call.hang_up_requested_at;
    if (!(call.status === 'cancelled' || isHungUp) || row.status === 'cancelled') return;
    const cancels = this.#checker.facts.of('cancelCall', String(call.id)).map(({ begin }) => begin);
    if (this.#isLifted(Math.min(...cancels), call, at)) return;
    this.#report(`contact ${row.contact_id} of ${row.campaign_id} is ${row.status}, though its call was cancelled`, at);
  }

  #report(words: string, at: number): void {
    this.#checker.report(INVARIANT, words, at);
  }
}
