import * as fc from 'fast-check';
import type { FuzzRequest } from '#test/fuzz/requests/request.ts';
import { newSession } from '#test/harness/given/sessions.ts';
import type { FuzzedAccount, QuietAccount } from './accounts.ts';
import type { ApiDocument } from './document.ts';
import { judge } from './judge.ts';
import { type Answer, type Sent, send, toCurl, toSent } from './send.ts';
import { Summary } from './summary.ts';

export interface Fuzzed {
  baseUrl: string;
  document: ApiDocument;
  requests: fc.Arbitrary<FuzzRequest>;
  /** A new account to work with. */
  startBusy(): Promise<FuzzedAccount>;
  quiet: QuietAccount;
}

const REQUESTS_PER_ROUND = 50;
/** Then most of what an account had at first is gone. */
const ROUNDS_PER_ACCOUNT = 8;
/** A violation need not be as short as it could be. */
const SHORTENINGS_MAX = 300;
const SEED_STEP = 0x9e3779b1;

/** The same violation once, whatever was sent. */
const nameOf = ({ operation, aim }: FuzzRequest, what: string): string => {
  const kind = what.replace(/"[^"]*"|[0-9]+/g, '').replace(/^a write .*/, 'a write');
  return `${operation.id} ${aim} ${kind.replace(/( although .*?) is .*/, '$1')}`;
};

/** Sends requests until the time is over, and holds each answer to the document. */
export class Fuzz {
  readonly summary = new Summary();
  readonly #known = new Set<string>();
  readonly #fuzzed: Fuzzed;
  #untouched = '';
  #busy: FuzzedAccount | undefined;

  constructor(fuzzed: Fuzzed) {
    this.#fuzzed = fuzzed;
  }

  /** Everything that the quiet account must keep. Call it before the first round. */
  async begin(): Promise<void> {
    this.#untouched = await this.#fuzzed.quiet.contents();
  }

  async round(seed: number, number: number): Promise<void> {
    if (number % ROUNDS_PER_ACCOUNT === 0) this.#busy = await this.#fuzzed.startBusy();
    const own = (seed + number * SEED_STEP) | 0;
    await this.#play(own, false);
    if ((await this.#fuzzed.quiet.contents()) === this.#untouched) return;
    await this.begin();
    await this.#play(own, true);
    await this.begin();
  }

  /** With `watches`, the quiet account is read after each forbidden request, to find the one that wrote. */
  async #play(seed: number, watches: boolean): Promise<void> {
    let [found, what, sent]: [string | undefined, string, Sent | undefined] = [undefined, '', undefined];
    let shortenings = 0;
    const isWell = async (request: FuzzRequest): Promise<boolean> => {
      if (found !== undefined && ++shortenings > SHORTENINGS_MAX) return true;
      const result = await this.#try(request, watches);
      if (!result.violation) return true;
      const name = nameOf(request, result.violation);
      if (this.#known.has(name) || (found !== undefined && name !== found)) return true;
      [found, what, sent] = [name, `${result.violation}`, result.sent];
      return false;
    };
    const property = fc.asyncProperty(this.#fuzzed.requests, isWell);
    const outcome = await fc.check(property, { seed, numRuns: REQUESTS_PER_ROUND });
    const [request] = outcome.counterexample ?? [];
    if (!request || !sent || found === undefined) return;
    this.#known.add(found);
    this.summary.violations.push({ operation: request.operation.id, what, curl: toCurl(sent) });
  }

  /** A new session is used from then on, and an ended one is replaced. */
  async #followSession({ operation }: FuzzRequest, { headers }: Answer, busy: FuzzedAccount): Promise<void> {
    const [begun] = headers['set-cookie'] ?? [];
    if (operation.id === 'startSession') busy.cookie = begun?.split(';')[0] ?? busy.cookie;
    if (operation.id === 'endSession') busy.cookie = (await newSession(busy)).cookie;
  }

  async #try(request: FuzzRequest, watches: boolean): Promise<{ violation: string | undefined; sent: Sent }> {
    const { baseUrl, document, quiet } = this.#fuzzed;
    const busy = this.#busy ?? quiet;
    const own = request.aim === 'forbidden' ? quiet : busy;
    const { ids } = own;
    const sent = toSent(request, { own, anothersToken: busy.token }, ids);
    const answer = await send(baseUrl, sent).catch((error: Error) => error);
    if (answer instanceof Error) return { violation: `no answer: ${answer.message}`, sent };
    const { violation, ruleInWords, body } = judge(document, request, answer);
    this.summary.add(request, answer.status, ruleInWords);
    if (request.aim !== 'forbidden') {
      if (answer.status === 200) await this.#followSession(request, answer, busy);
      if (answer.status === 200 && sent.method !== 'DELETE') ids.learn(body);
      if (sent.method === 'DELETE' || answer.status === 404)
        ids.forget(answer.status === 200 ? sent.target : answer.text);
      return { violation, sent };
    }
    const hasWritten = watches && (await quiet.contents()) !== this.#untouched;
    if (hasWritten) await this.begin();
    return { violation: violation ?? (hasWritten ? `a write although ${request.breaks}` : undefined), sent };
  }
}
