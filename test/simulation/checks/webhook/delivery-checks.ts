import type { Checker } from '#test/simulation/checks/checker.ts';
import { callIn } from '#test/simulation/checks/records.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';
import type { ReceivedPost } from '#test/simulation/outside/receivers.ts';
import type { TrueCall } from '#test/simulation/outside/true-call.ts';
import { type Announcement, hasHappened, readAnnouncement, wrongIn } from './announcements.ts';
import { INVARIANT } from './outbox-checks.ts';
import { SignatureChecks } from './signature-checks.ts';

/** An attempt that began before a receiver was removed may go on for this long. */
const LEASE_MS = 30_000;

/** A living sender awaits an answer for about this long. */
const ANSWER_AWAITED_MS = 4_500;
/** Senders whose clocks differ by more than this may take each other's attempts for long dead. */
const CLOCKS_APART_MS = 4_000;

export const isSuccess = (statusCode: number | null | undefined): boolean =>
  typeof statusCode === 'number' && statusCode >= 200 && statusCode <= 299;

/** Judges each post at the instant a receiver gets it, by earlier posts and by the carrier's truth. */
export class DeliveryChecks {
  readonly #checker: Checker;
  readonly #inbound: ReadonlyMap<string, InboundCall>;
  readonly #signatures: SignatureChecks;
  readonly #byEvent = new Map<string, ReceivedPost[]>();
  readonly #eventOf = new Map<string, string>();
  readonly #callOf = new Map<string, string>();

  constructor(checker: Checker, inbound: ReadonlyMap<string, InboundCall>, random: Random) {
    this.#checker = checker;
    this.#inbound = inbound;
    this.#signatures = new SignatureChecks(checker, random);
  }

  /** The posts of an event id, in the order of arrival. */
  postsOf(eventId: string): ReceivedPost[] {
    return this.#byEvent.get(eventId) ?? [];
  }

  eventIds(): string[] {
    return [...this.#byEvent.keys()];
  }

  /** Whether the event was of somebody who was erased since. */
  isErased(eventId: string): boolean {
    return Boolean(callIn(this.#checker.world.table, this.#callOf.get(eventId))?.erased_at);
  }

  /** Whether a person asked for the event to be sent again. */
  isResent(eventId: string): boolean {
    return this.#checker.facts.of('resend', eventId).length > 0;
  }

  /** Two attempts of one delivery may be under way at once. */
  mayOverlap(): boolean {
    return this.#checker.world.skewMs > CLOCKS_APART_MS;
  }

  received(post: ReceivedPost): void {
    const eventId = post.headers['webhook-id'] ?? '';
    const announcement = readAnnouncement(post.body);
    if (!announcement) {
      this.#report(eventId, 'has a payload that tells of no call', post.at);
      return;
    }
    const wrong =
      this.#wrongReceiver(post) ??
      this.#wrongIdentity(eventId, announcement, post) ??
      this.#wrongStory(announcement, post.at) ??
      this.#signatures.wrongIn(post);
    if (wrong) this.#report(`${eventId}, ${announcement.type} of ${announcement.callId},`, wrong, post.at);
    this.#byEvent.set(eventId, [...this.postsOf(eventId), post]);
  }

  #wrongReceiver({ url, at }: ReceivedPost): string | undefined {
    const { facts, world } = this.#checker;
    const settings = facts.possible('webhook', world.accountId, at, at - LEASE_MS);
    return settings.some(({ receiver }) => receiver === url) ? undefined : `goes to ${url}, which is not set any more`;
  }

  #wrongIdentity(eventId: string, { callId, type }: Announcement, post: ReceivedPost): string | undefined {
    const name = `${type} of ${callId}`;
    const known = this.#eventOf.get(name);
    if (known !== undefined && known !== eventId) return `was told before, as ${known}`;
    this.#eventOf.set(name, eventId);
    this.#callOf.set(eventId, callId);
    const posts = this.postsOf(eventId);
    if (posts.some((earlier) => earlier.body !== post.body)) return 'has another payload than at an earlier attempt';
    return this.mayOverlap() ? undefined : this.#wrongRepetition(eventId, posts, post.at);
  }

  #wrongRepetition(eventId: string, posts: ReceivedPost[], at: number): string | undefined {
    const isUnderWay = posts.some(
      ({ heard, sender, at: sent }) => heard === undefined && !sender.isOver && at < sent + ANSWER_AWAITED_MS,
    );
    if (isUnderWay) return 'is sent while another attempt is under way';
    const isAccepted = posts.some(({ heard, sender }) => isSuccess(heard) && sender.isOver && !sender.isDisturbed);
    return isAccepted && !this.isResent(eventId) ? 'is sent again, though it was accepted' : undefined;
  }

  #wrongStory(announcement: Announcement, at: number): string | undefined {
    const call = this.#trueCall(announcement.callId);
    if (!call) return 'tells of a call that never was';
    if (!hasHappened(announcement.type, call, at)) return 'tells of what has not happened';
    return wrongIn(announcement, call);
  }

  #trueCall(callId: string): TrueCall | InboundCall | undefined {
    const { calls, table } = this.#checker.world;
    const record = callIn(table, callId);
    const ours = [...calls.values()].find(
      (call) => call.callId === callId && call.controlId === record?.call_control_id,
    );
    return ours ?? this.#inbound.get(String(record?.call_control_id));
  }

  #report(eventId: string, words: string, at: number): void {
    this.#checker.report(INVARIANT, `event ${eventId} ${words}`, at);
  }
}
