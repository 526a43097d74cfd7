import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Key } from '#shared/store/table/table.ts';
import type { CheckedTable, Checker } from '#test/simulation/checks/checker.ts';
import { callIn, enrolmentsIn } from '#test/simulation/checks/records.ts';
import type { KeptCopy } from '#test/simulation/kernel/ports/counterparts.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import { ErasedPeople, type ErasedPerson } from './erased-people.ts';
import { callOf, callsOnLines, isOfPerson, otherNumberOf, tracesOf } from './traces.ts';

const INVARIANT = '27 erasures';

/** Where nothing goes wrong, nothing is left of a person within this after the last call with them. */
const PROMPT_MS = 2 * MINUTE_MS;

/** Every index shows a call within this, and a run that looked before is over. */
const SHOWN_WITHIN_MS = 5 * MINUTE_MS;

/** What an erased call has lost: the rest of its record is times, outcome and counts. */
const EMPTIED = {
  recording_url: null,
  recording_key: null,
  transcript: [],
  summary: null,
  extracted: null,
  error: null,
  refusal: null,
  variables: {},
  to_numbering: null,
  contact_timezone: null,
  callee_country: null,
  screening: null,
  company_id: null,
};

/** By which the carrier knows a call. */
const CARRIER_IDS = ['call_control_id', 'call_leg_id', 'call_session_id', 'conversation_id'];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other);

const OPEN = ['pending', 'queued', 'retry_scheduled', 'dialing', 'in_progress'];

interface Around {
  intensity: number;
  /** Control ids of the calls of which the carrier has deleted a copy. */
  erasedAtCarrier: Record<KeptCopy, ReadonlySet<string>>;
}

/**
 * Judges that nobody dials a person who was erased, that nothing in the table tells of them once the world rests, and
 * that their calls are left as counts.
 */
export class ErasureChecks {
  readonly people: ErasedPeople;
  readonly #checker: Checker;
  readonly #stored: CheckedTable;
  readonly #completed = new Set<ErasedPerson>();
  readonly #isCalm: boolean;
  readonly #erasedAtCarrier: Around['erasedAtCarrier'];

  constructor(checker: Checker, { intensity, erasedAtCarrier }: Around) {
    this.#checker = checker;
    this.#stored = checker.world.stored;
    this.#isCalm = intensity === 0;
    this.#erasedAtCarrier = erasedAtCarrier;
    this.people = new ErasedPeople(this.#stored);
  }

  /** Erasures with a look ahead of them. */
  get open(): number {
    return this.#erasures().filter(({ active_pk }) => active_pk !== undefined).length;
  }

  hasDue(at: number): boolean {
    return this.#erasures().some(({ active_sk }) => active_sk !== undefined && dueAt(active_sk) <= at);
  }

  wrote(keys: Key[], at: number): void {
    for (const person of this.people.wrote(keys, at)) this.#checkOnCall(person, at);
    if (this.people.all().length === 0) return;
    for (const key of keys) {
      if (key.sk === 'LINE') this.#checkLine(key, at);
      if (key.sk === 'CALL') this.#checkErased(key, at);
      if (key.sk === 'ERASURE') this.#checkCompleted(key, at);
    }
  }

  dialed({ at, to, callId }: ReceivedDial): void {
    const call = callIn(this.#stored, callId);
    for (const person of this.people.all()) {
      const isTheirs = call?.contact_id === person.contactId;
      const isNumber = call?.team_id === person.teamId && person.phones.includes(to);
      if ((isTheirs || isNumber) && this.#isAcknowledged(person, at))
        this.#report(person, `is dialled at ${to} by call ${callId}`, at);
    }
  }

  checkStuck(at: number): void {
    for (const { id, status, active_sk } of this.#erasures())
      if (active_sk !== undefined && dueAt(active_sk) <= at)
        this.#checker.report(INVARIANT, `erasure ${id} is ${status}, and its next look was due at ${active_sk}`, at);
  }

  checkEnd(at: number, parked: string[]): void {
    this.#checkAnswers(at);
    for (const person of this.people.all()) this.#checkPerson(person, at);
    if (this.#isCalm && parked.length > 0)
      this.#checker.report(INVARIANT, `${parked.length} messages of erasures are parked`, at);
  }

  #erasures(): Item[] {
    return this.people.all().flatMap(({ erasureId }) => this.#erasureOf(erasureId) ?? []);
  }

  #erasureOf(id: string): Item | undefined {
    return this.#stored.peek({ pk: `ERASURE#${id}`, sk: 'ERASURE' });
  }

  #isAcknowledged({ contactId }: ErasedPerson, at: number): boolean {
    return this.#checker.facts.isStopped('eraseContact', null, contactId, at);
  }

  /** Nobody is erased amid a call with them. */
  #checkOnCall(person: ErasedPerson, at: number): void {
    for (const phone of person.phones) {
      const line = this.#lineOf(person, phone);
      const holder = line?.live_call_id ?? line?.inbound_call_id;
      if (holder !== undefined) this.#report(person, `is erased while ${phone} is on call ${holder}`, at);
      this.#checkSuppressed(person, phone, at);
    }
  }

  #lineOf({ teamId }: ErasedPerson, phone: string): Item | undefined {
    return this.#stored.peek({ pk: `TEAM#${teamId}#LINE#${phone}`, sk: 'LINE' });
  }

  #checkLine({ pk }: Key, at: number): void {
    const [, teamId, , phone = ''] = pk.split('#');
    for (const person of this.people.withPhone(teamId, phone)) this.#checkSuppressed(person, phone, at);
  }

  #checkSuppressed(person: ErasedPerson, phone: string, at: number): void {
    const line = this.#lineOf(person, phone);
    const sources = (line?.suppressions ?? []) as { reason: string }[];
    const isErased = sources.some(({ reason }) => reason === 'erased');
    if (!line?.do_not_call || !isErased) this.#report(person, `has the number ${phone}, which may be called`, at);
  }

  /** Nothing is left by then of what indexes have shown for long. */
  #checkCompleted(key: Key, at: number): void {
    const erasure = this.#stored.peek(key);
    const person = this.people.of(erasure?.contact_id);
    if (erasure?.status !== 'completed' || !person || this.#completed.has(person)) return;
    this.#completed.add(person);
    for (const call of this.#callsOf(person)) {
      const isOld = Date.parse(String(call.created_at)) < at - SHOWN_WITHIN_MS;
      if (isOld && call.erased_at === null)
        this.#reportCall(call, 'is not erased, though the erasure is completed', at);
    }
  }

  /** Whoever is late brings nothing back. */
  #checkErased(key: Key, at: number): void {
    const call = this.#stored.peek(key);
    if (!call || call.erased_at === null) return;
    const told = this.#leftIn(call);
    if (told.length > 0) this.#reportCall(call, `was erased, and tells ${told.join()}`, at);
  }

  #leftIn(call: Item): string[] {
    const left = Object.entries(EMPTIED).filter(([field, empty]) => !isSame(call[field], empty));
    return [...left.map(([field]) => field), ...(otherNumberOf(call) === '' ? [] : ['a number'])];
  }

  /** Whoever was told that a person is erased was told of the one erasure that there is. */
  #checkAnswers(at: number): void {
    for (const { kind, subject, acknowledged, erasureId } of this.#checker.facts.all) {
      if (kind !== 'eraseContact' || !acknowledged) continue;
      const found = this.people.of(subject)?.erasureId;
      if (found !== erasureId)
        this.#checker.report(INVARIANT, `contact ${subject} was to be erased by ${erasureId}, and is by ${found}`, at);
    }
  }

  #checkPerson(person: ErasedPerson, at: number): void {
    const erasure = this.#erasureOf(person.erasureId);
    if (erasure?.status !== 'completed') this.#report(person, `has an erasure that is ${erasure?.status}`, at);
    if (erasure?.active_pk !== undefined) this.#report(person, 'has an erasure at which the sweep still looks', at);
    for (const phone of person.phones) this.#checkSuppressed(person, phone, at);
    for (const trace of tracesOf(this.#stored, person)) this.#report(person, `is told of in ${trace}`, at);
    for (const note of callsOnLines(this.#stored, person)) this.#report(person, `is tied to a call by ${note}`, at);
    const calls = this.#callsOf(person);
    for (const call of calls) this.#checkCall(call, at);
    this.#checkBeside(new Set(calls.map(({ id }) => id)), at);
    for (const campaignId of this.#checker.world.campaignIds) this.#checkRow(person, campaignId, at);
    if (this.#isCalm) this.#checkPrompt(person, erasure, calls, at);
  }

  #callsOf(person: ErasedPerson): Item[] {
    return [...this.#stored.all()].filter((item) => item.sk === 'CALL' && this.#isFromBefore(item, person));
  }

  /** With the number alone, a call after the erasure may be of anybody. */
  #isFromBefore(call: Item, person: ErasedPerson): boolean {
    const asBefore = callIn(this.#checker.world.table, call.id) as Item;
    const isLater = call.contact_id === null && Date.parse(String(call.created_at)) >= person.at;
    return isOfPerson(asBefore, person) && !isLater;
  }

  #checkCall(call: Item, at: number): void {
    if (call.erased_at === null) this.#reportCall(call, `is ${call.status}, and not erased`, at);
    this.#checkCopies(call, at);
    const known = CARRIER_IDS.filter((field) => call[field] !== null && call[field] !== undefined);
    if (known.length > 0) this.#reportCall(call, `keeps ${known.join()}`, at);
    if (call.status === 'ended' && call.outcome === null) this.#reportCall(call, 'has lost its outcome', at);
    this.#checkErased(call, at);
  }

  /** By the id that the call had, the carrier was told to delete what it keeps. */
  #checkCopies({ id }: Item, at: number): void {
    const call = callIn(this.#checker.world.table, id);
    if (typeof call?.call_control_id !== 'string') return;
    for (const [copy, erased] of Object.entries(this.#erasedAtCarrier))
      if (!erased.has(call.call_control_id)) this.#reportCall(call, `is kept by the carrier: its ${copy}`, at);
  }

  /** Words, scenes, findings and events of a call are items of their own. */
  #checkBeside(calls: Set<unknown>, at: number): void {
    for (const item of this.#stored.all()) {
      if (item.sk === 'CALL') continue;
      const call = callOf(this.#stored, item);
      if (call && calls.has(call.id)) this.#reportCall(call, `has left ${item.pk} ${item.sk}`, at);
    }
  }

  #checkRow(person: ErasedPerson, campaignId: string, at: number): void {
    const row = enrolmentsIn(this.#stored, campaignId).find(({ contact_id }) => contact_id === person.contactId);
    if (!row) return;
    // A redial takes up whoever was cancelled, and a campaign that dials again leaves out who is gone.
    const redials = this.#checker.facts.of('redial', campaignId);
    if (redials.some(({ end }) => end >= person.at)) return;
    const words = `is ${row.status} (${row.skip_reason}) in campaign ${campaignId}`;
    if (OPEN.includes(String(row.status))) this.#report(person, words, at);
    if (!person.waitedIn.includes(campaignId) || row.status === 'cancelled') return;
    if (!this.#isSkippedAtOnce(row, person) && !this.#hasCalledSince(row, person)) this.#report(person, words, at);
  }

  /** A plan at the same moment found the number closed, or by its clock the contact gone before. */
  #isSkippedAtOnce({ status, skip_reason, updated_at }: Item, { at }: ErasedPerson): boolean {
    const isBefore = Date.parse(String(updated_at)) <= at + this.#checker.world.skewMs;
    return status === 'skipped' && (skip_reason === 'do_not_call' || isBefore);
  }

  /** A call that was claimed before came to its end. */
  #hasCalledSince({ last_call_id }: Item, { at }: ErasedPerson): boolean {
    const call = callIn(this.#stored, last_call_id);
    return call?.status === 'ended' && Date.parse(String(call.ended_at)) >= at;
  }

  #checkPrompt(person: ErasedPerson, erasure: Item | undefined, calls: Item[], at: number): void {
    const ends = calls.map(({ ended_at }) => Date.parse(String(ended_at ?? 0)));
    const tookMs = Date.parse(String(erasure?.completed_at)) - Math.max(person.at, ...ends);
    if (tookMs > PROMPT_MS) this.#report(person, `is known for ${tookMs / MINUTE_MS} min`, at);
  }

  #report({ contactId, erasureId }: ErasedPerson, words: string, at: number): void {
    this.#checker.report(INVARIANT, `contact ${contactId}, erased by ${erasureId}, ${words}`, at);
  }

  #reportCall({ id, contact_id }: Item, words: string, at: number): void {
    this.#checker.report(INVARIANT, `call ${id} of contact ${contact_id} ${words}`, at);
  }
}

const dueAt = (place: unknown): number => Date.parse(String(place).split('#')[0] ?? '');
