import type { DialRequest, DialResult } from '#shared/ports/telephony.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';
import type { AccountFault } from '#test/simulation/plan/refusal-plan.ts';

export type Refusal = Extract<DialResult, { result: 'refused' | 'not_accepted' | 'busy_carrier' }>;

/** Faults that are not the callee's, as the adapters tell them: some intelligible, some not. */
const FAULTS = [
  'The carrier answered 422, the connection is not valid.',
  'The carrier answered 422, the caller ID is not valid.',
  'The carrier answered 404, there is no such connection.',
  'The carrier answered 403, the account is disabled.',
  'The carrier answered 402, no credit is left.',
  'The carrier answered 400, a parameter is missing.',
  'The carrier answered 418.',
];

/** Callees whom the carrier refuses to call. */
const REFUSED_ENDING = '0012';

interface RefusalWorld {
  kernel: Kernel;
  faults: Faults;
  accountFaults: AccountFault[];
}

/** Decides which dials the carrier refuses, and in which words. */
export class Refusals {
  readonly #world: RefusalWorld;
  readonly #beganAt: number;
  readonly #limited = new Set<string>();

  constructor(world: RefusalWorld) {
    this.#world = world;
    this.#beganAt = world.kernel.now;
  }

  /** What the carrier says instead of placing the call. */
  of({ to }: DialRequest): Refusal | undefined {
    const { faults, kernel } = this.#world;
    const fault = this.#accountFault();
    if (fault) {
      faults.count('accountFault');
      return { result: 'not_accepted', reason: fault.words };
    }
    if (this.#isLimited(to)) return { result: 'busy_carrier', reason: 'Too many dials.' };
    if (faults.happens('dialNotAccepted')) return { result: 'not_accepted', reason: kernel.random.pick(FAULTS) };
    if (!to.endsWith(REFUSED_ENDING) && !faults.happens('dialRefused')) return undefined;
    return { result: 'refused', cause: 'rejected', reason: 'The callee may not be called.' };
  }

  /** What the carrier says although it places the call. */
  ofPlaced(): Refusal | undefined {
    const { faults, kernel } = this.#world;
    if (!faults.happens('dialRefusedPlaced')) return undefined;
    return kernel.random.pick<Refusal>([
      { result: 'busy_carrier', reason: 'Too many dials.' },
      { result: 'not_accepted', reason: kernel.random.pick(FAULTS) },
      { result: 'refused', cause: 'rejected', reason: 'The callee may not be called.' },
    ]);
  }

  #accountFault(): AccountFault | undefined {
    const { faults, accountFaults, kernel } = this.#world;
    const passedMs = kernel.now - this.#beganAt;
    return faults.active ? accountFaults.find((each) => each.fromMs <= passedMs && passedMs < each.untilMs) : undefined;
  }

  /** Every other dial to some callees is limited, beginning with the first. */
  #isLimited(to: string): boolean {
    if (to.endsWith('0009') && !this.#limited.delete(to)) {
      this.#limited.add(to);
      return true;
    }
    return this.#world.faults.happens('dialRateLimited');
  }
}
