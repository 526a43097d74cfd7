import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Key } from '#shared/store/table/table.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn, contactIn, controlIn } from '#test/simulation/checks/records.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Wishes } from '#test/simulation/outside/wishes.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { SingleCalls } from './single-calls.ts';

const INVARIANT = '26 callbacks';

/** Whoever is called back puts off so many calls at most. */
const CHAIN_MAX = 3;
/** A dial past its last check reaches the carrier within this. */
const DIAL_IN_AIR_MS = 12 * SECOND_MS;
/** Callbacks of a campaign are cancelled within this, however many messages and sweeps are lost. */
const CANCELLED_WITHIN_MS = 30 * MINUTE_MS;
/** What was to be done this long ago is not made up for. */
const TOO_LATE_MS = DAY_MS;

/** Waits, or is about to be dialled. */
const isWaiting = ({ status }: Item | Record<string, never>): boolean => status === 'scheduled' || status === 'queued';

/**
 * Judges callbacks: each is of an ended call on which somebody asked for it, at their time; one at most for a call, one
 * that waits for a number, and three that follow from each other. They end with their campaign.
 */
export class CallbackChecks {
  readonly #checker: Checker;
  readonly #calls: SingleCalls;
  readonly #wishes: Wishes;
  /** Of each call that was asked for, the line as it was noted. */
  readonly #lines = new Map<string, string>();
  /** The callback of each call. */
  readonly #made = new Map<unknown, string>();

  constructor(checker: Checker, calls: SingleCalls, wishes: Wishes) {
    this.#checker = checker;
    this.#calls = calls;
    this.#wishes = wishes;
  }

  wrote(keys: Key[], at: number): void {
    const written = keys.flatMap(({ pk, sk }) =>
      sk === 'CALL' ? (callIn(this.#table, pk.slice('CALL#'.length)) ?? []) : [],
    );
    for (const call of written.filter(({ callback_of }) => callback_of)) {
      if (!this.#lines.has(String(call.id))) this.#checkMade(call, at);
      if (isWaiting(call)) this.#checkAlone(call, at);
    }
  }

  dialed({ at, callId }: ReceivedDial): void {
    const call = callIn(this.#table, callId);
    if (!call?.callback_of) return;
    const { skewMs } = this.#checker.world;
    if (at < Date.parse(String(call.scheduled_at)) - skewMs)
      this.#report(call, `is dialled before ${call.scheduled_at}`, at);
    const { callback_campaign_id: campaignId } = call;
    const { facts } = this.#checker;
    const before = at - DIAL_IN_AIR_MS - 2 * skewMs;
    if (campaignId && facts.isStopped('cancel', 'redial', String(campaignId), before))
      this.#report(call, `is dialled after campaign ${campaignId} was cancelled`, at);
  }

  /** To be called from time to time. */
  looks(at: number): void {
    for (const call of this.#calls.open()) {
      const { callback_campaign_id: campaignId } = call;
      if (!isWaiting(call) || !campaignId || controlIn(this.#table, campaignId)?.status !== 'cancelled') continue;
      if (this.#checker.facts.isStopped('cancel', 'redial', String(campaignId), at - CANCELLED_WITHIN_MS))
        this.#report(call, `waits though campaign ${campaignId} was cancelled`, at);
    }
  }

  checkEnd(at: number): void {
    // What an erased person was heard to ask for is gone.
    for (const call of this.#table.all())
      if (call.sk === 'CALL' && call.concluded_at && call.erased_at === null) this.#checkHeard(call, at);
  }

  get #table() {
    return this.#checker.world.table;
  }

  #checkMade(call: Item, at: number): void {
    const { id, callback_of: origin, team_id, to_number } = call;
    this.#lines.set(String(id), `${team_id} ${to_number}`);
    const fail = (words: string): void => this.#report(call, words, at);
    const known = this.#made.get(origin);
    if (known !== undefined) fail(`is the second of its call, after ${known}`);
    this.#made.set(origin, String(id));
    if (this.#placeOf(call) > CHAIN_MAX) fail(`is number ${this.#placeOf(call)} of its chain`);
    const asked = callIn(this.#table, origin);
    if (asked?.status === 'ended' && (asked.answered_at || asked.answered_by)) this.#checkAsked(call, asked, fail);
    else fail('is of a call that nobody answered');
    if (asked?.erased_at) fail('is of a call whose person was erased');
    const campaignId = call.callback_campaign_id;
    if (campaignId && controlIn(this.#table, campaignId)?.status === 'cancelled')
      fail(`is made though campaign ${campaignId} is cancelled`);
  }

  #checkAsked(call: Item, asked: Item, fail: (words: string) => void): void {
    const wish = this.#wishes.of(asked.id);
    const earliest = Date.parse(String(asked.ended_at)) + (wish?.inMinutes ?? 0) * MINUTE_MS;
    const [their, our] =
      asked.direction === 'inbound' ? [asked.from_number, asked.to_number] : [asked.to_number, asked.from_number];
    if (!wish) fail('is of a call on which nobody asked for it');
    if (Date.parse(String(call.scheduled_at)) < earliest) fail(`is for ${call.scheduled_at}, earlier than was asked`);
    if (call.to_number !== their || call.contact_id !== asked.contact_id) fail('is to somebody else');
    if (call.from_number !== our || call.assistant_id !== asked.assistant_id) fail('is by somebody else');
    if (call.campaign_id !== null) fail('counts as a call of its campaign');
  }

  /** 1 for a callback of a call that is none. */
  #placeOf(call: Item): number {
    let place = 0;
    for (let at: Item | undefined = call; at?.callback_of; at = callIn(this.#table, at.callback_of)) place += 1;
    return place;
  }

  #checkAlone(call: Item, at: number): void {
    const line = this.#lines.get(String(call.id));
    const others = this.#calls
      .open()
      .filter((other) => isWaiting(other) && other.id !== call.id && this.#lines.get(String(other.id)) === line);
    if (others.length > 0) this.#report(call, `waits beside ${others.map(({ id }) => id).join()} for ${line}`, at);
  }

  /** Who was heard to ask is called back, unless something forbids it that nobody takes back. */
  #checkHeard(call: Item, at: number): void {
    const { callback_at: found } = JSON.parse(String(call.extracted)) as { callback_at?: { value: string } };
    const wish = this.#wishes.of(call.id);
    if (!found || !wish || this.#made.has(call.id) || this.#placeOf(call) >= CHAIN_MAX) return;
    const campaignId = call.campaign_id ?? call.callback_campaign_id;
    const control = campaignId ? controlIn(this.#table, campaignId) : undefined;
    if (campaignId && (control?.deleted_at || this.#checker.facts.of('cancel', String(campaignId)).length > 0)) return;
    const phone = call.direction === 'inbound' ? call.from_number : call.to_number;
    const isLineMarked = this.#table.peek({ pk: `TEAM#${call.team_id}#LINE#${phone}`, sk: 'LINE' })?.do_not_call;
    if (isLineMarked || contactIn(this.#table, call.contact_id)?.do_not_call) return;
    if (Date.parse(String(call.concluded_at)) - Date.parse(found.value) > TOO_LATE_MS) return;
    this.#report(call, `has no callback, though somebody asked for one at ${found.value}`, at);
  }

  #report({ id, callback_of }: Item, words: string, at: number): void {
    this.#checker.report(INVARIANT, `call ${id}${callback_of ? `, asked for on ${callback_of},` : ''} ${words}`, at);
  }
}
