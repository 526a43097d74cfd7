import { createPublicKey, verify } from 'node:crypto';
import { DAY_MS } from '#shared/domain/time.ts';
import type { Checker } from '#test/simulation/checks/checker.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Fact } from '#test/simulation/outside/facts.ts';
import type { ReceivedPost } from '#test/simulation/outside/receivers.ts';

/** Signatures are verified now and then, because it costs time, and always once a key has been rotated. */
const VERIFIED_SHARE = 0.04;
const BOTH_KEYS_MS = DAY_MS;
/** A post may be on its way for this long after its sender has read the key. */
const UNDER_WAY_MS = 30_000;

const isSignedBy = (publicKey: string, signature: string, body: Buffer): boolean => {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, body, key, Buffer.from(signature, 'base64'));
};

const headerOf = ({ headers }: ReceivedPost, name: string): string =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1] ?? '';

const isKnown = (fact: Fact): fact is Fact & { publicKey: string } => fact.publicKey !== undefined;

/** Verifies signatures as receivers do, with the keys that the owner was shown. */
export class SignatureChecks {
  readonly #checker: Checker;
  readonly #random: Random;

  constructor(checker: Checker, random: Random) {
    this.#checker = checker;
    this.#random = random;
  }

  /** Words for what is wrong; undefined when all is well or was not looked at. */
  wrongIn(post: ReceivedPost): string | undefined {
    const rotation = this.#rotations().findLast(({ begin }) => begin <= post.at);
    if (!this.#random.chance(VERIFIED_SHARE) && !rotation) return undefined;
    const keys = this.#keysAt(post.at);
    if (!keys) return undefined;
    const body = Buffer.from(post.body);
    const own = headerOf(post, 'telephony-signature-ed25519');
    if (!keys.some((key) => isSignedBy(key, own, body))) return 'is not signed with the key in force';
    const timestamp = headerOf(post, 'webhook-timestamp');
    if (Math.abs(Number(timestamp) * 1000 - post.at) > this.#checker.world.skewMs + UNDER_WAY_MS)
      return `bears the time ${timestamp}`;
    const signed = Buffer.from(`${headerOf(post, 'webhook-id')}.${timestamp}.${post.body}`);
    const signatures = headerOf(post, 'webhook-signature').split(' ');
    if (signatures.some((each) => !each.startsWith('v1a,'))) return 'bears a signature of another kind';
    const signs = (key: string) => signatures.some((each) => isSignedBy(key, each.slice('v1a,'.length), signed));
    if (!keys.some(signs)) return 'has no webhook-signature by the key in force';
    return rotation && keys.length === 1 ? this.#wrongAfter(rotation, post.at, signs) : undefined;
  }

  /** The previous key signs as well for a day, and no longer. */
  #wrongAfter(rotation: Fact, at: number, signs: (key: string) => boolean): string | undefined {
    const [before, ...others] = this.#keysAt(rotation.begin - UNDER_WAY_MS) ?? [];
    if (!rotation.acknowledged || before === undefined || others.length > 0 || !this.#isAlone(rotation))
      return undefined;
    const toleranceMs = this.#checker.world.skewMs + UNDER_WAY_MS;
    const isSigned = signs(before);
    if (at > rotation.end + toleranceMs && at < rotation.begin + BOTH_KEYS_MS - toleranceMs && !isSigned)
      return 'is not signed with the old key, within a day of its rotation';
    if (at > rotation.end + BOTH_KEYS_MS + toleranceMs && isSigned)
      return 'is signed with the old key, more than a day after its rotation';
    return undefined;
  }

  /** The keys that may sign; undefined when the owner was never told one of them. */
  #keysAt(at: number): string[] | undefined {
    const { facts, world } = this.#checker;
    const possible = facts.possible('webhookKey', world.accountId, at, at - UNDER_WAY_MS);
    const known = possible.filter(isKnown);
    return known.length === possible.length ? [...new Set(known.map(({ publicKey }) => publicKey))] : undefined;
  }

  #rotations(): Fact[] {
    return this.#checker.facts.of('rotation', this.#checker.world.accountId);
  }

  /** No other rotation was under way at the same time. */
  #isAlone(rotation: Fact): boolean {
    return this.#rotations().every(
      (other) => other === rotation || other.end + UNDER_WAY_MS < rotation.begin || other.begin > rotation.end,
    );
  }
}
