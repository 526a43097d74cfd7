import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Key } from '#shared/store/table/table.ts';
import type { Fact, Facts } from '#test/simulation/outside/facts.ts';
import type { Checker } from './checker.ts';

const INVARIANT = '3 destination';

/** A function may be frozen for minutes after it has read what is allowed. */
const PLANNED_WITHIN_MS = 15 * MINUTE_MS;

/** All numbers of a world's accounts are of the US. */
const OWN_COUNTRIES = ['US'];
const NORTH_AMERICA = ['CA', 'US'];

/** Whether a number may be called by what people allowed. */
const allows = ({ countries }: Fact, phone: string): boolean => {
  const allowed = countries ?? OWN_COUNTRIES;
  if (phone.startsWith('+1900')) return false;
  if (phone.startsWith('+44')) return allowed.includes('GB');
  return NORTH_AMERICA.some((country) => allowed.includes(country));
};

interface Asked {
  accountId: string;
  phone: string;
  at: number;
  /** What was in force since then counts too. */
  since?: number;
}

/** Whether a number may have been allowed, by what people were told. */
export const mayBeAllowed = (facts: Facts, { accountId, phone, at, since }: Asked): boolean =>
  facts.possible('countries', accountId, at, since).some((fact) => allows(fact, phone));

/** Whether a number was allowed all the time, whatever became of requests without an answer. */
export const wasAllowed = (facts: Facts, { accountId, phone, at, since }: Asked): boolean =>
  facts.possible('countries', accountId, at, since).every((fact) => allows(fact, phone));

/** Judges that nobody is planned to be called whom no settings have allowed for long. */
export class DestinationChecks {
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  wrote(keys: Key[], at: number): void {
    const { world, facts } = this.#checker;
    const since = at - PLANNED_WITHIN_MS;
    for (const key of keys.filter(({ sk }) => sk === 'CALL')) {
      const call = world.table.peek(key);
      if (call?.status !== 'queued') continue;
      const [accountId, phone] = [String(call.account_id), String(call.to_number)];
      // A call that waits for its dial was claimed before.
      const isClaimed = Date.parse(String(call.queued_at)) >= since;
      if (isClaimed && !mayBeAllowed(facts, { accountId, phone, at, since }))
        this.#checker.report(INVARIANT, `claimed ${phone}, which may not be called (call ${call.id})`, at);
    }
  }
}

/** Judges a dial at the instant the carrier receives it. */
export const checkDestination = (
  dial: { at: number; to: string },
  accountId: string,
  facts: Facts,
  fail: (invariant: string, message: string) => void,
): void => {
  if (!mayBeAllowed(facts, { accountId, phone: dial.to, at: dial.at }))
    fail(INVARIANT, `dialled ${dial.to}, which may not be called`);
};
