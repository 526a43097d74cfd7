import { activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { type SuppressionSource, type SuppressionSources, withSource } from '#shared/domain/call/suppression.ts';
import { chunked } from '#shared/domain/lists.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { activityOf } from '#shared/store/activity.ts';
import { changeSuppressions, counterGroupOf, readLines, sourcesOf } from '#shared/store/line/suppressions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { Contended, MAX_TRANSACTION_OPERATIONS, type WriteOperation } from '#shared/store/table/table.ts';

/** All of a transaction but the list's counter and the activity. */
const NUMBERS_PER_TRANSACTION = MAX_TRANSACTION_OPERATIONS - 2;

export type EnterPorts = Needs<'table' | 'now'>;

/** Who enters numbers, and the account in whose log that is noted. */
export interface EnteredBy {
  actor: Actor;
  accountId: string;
}

/** A number and what is to suppress it, in the order in which that came. */
export interface Entry {
  phone: string;
  sources: SuppressionSource[];
}

/** A number and what suppresses it from then on. */
interface Entered {
  phone: string;
  sources: SuppressionSources;
}

/** What entering these numbers would write, on top of what suppresses them. Numbers that were entered before stay. */
export const entering = async (
  { table, now }: EnterPorts,
  by: EnteredBy,
  teamId: string,
  entries: Entry[],
): Promise<{ entered: Entered[]; changed: number; operations: WriteOperation[] }> => {
  const phones = entries.map(({ phone }) => phone);
  const lines = await readLines(table, teamId, phones);
  const entered = entries.map(({ phone, sources }) => {
    const before = sourcesOf(lines.get(phone));
    return { phone, before, sources: sources.reduce(withSource, before) };
  });
  const changes = entered.filter(({ before, sources }) => sources !== before);
  if (changes.length === 0) return { entered, changed: 0, operations: [] };
  const detail = plural(changes.length, 'number');
  const done = activity('suppression.added', teamId, { resource: 'team', detail });
  return {
    entered,
    changed: changes.length,
    operations: [...changeSuppressions(teamId, lines, changes), activityOf(by.actor, by.accountId, done, now)],
  };
};

/** `sources`: what suppresses the number now; null if it lost every try and is to be sent again. */
export interface Outcome {
  phone: string;
  sources: SuppressionSources | null;
}

const enterTogether = async (
  ports: EnterPorts,
  by: EnteredBy,
  teamId: string,
  entries: Entry[],
): Promise<{ outcomes: Outcome[]; changed: number }> => {
  try {
    return await retryingLostRaces(ports.table, async () => {
      const { entered, changed, operations } = await entering(ports, by, teamId, entries);
      if (operations.length > 0) await ports.table.transact(operations);
      return { outcomes: entered, changed };
    });
  } catch (error) {
    if (!(error instanceof Contended)) throw error;
    return { outcomes: entries.map(({ phone }) => ({ phone, sources: null })), changed: 0 };
  }
};

/**
 * Enters numbers, each of which is there once. The numbers of a counter follow one another, so that a request never waits
 * for itself. `changed`: numbers that something suppresses now which did not before.
 */
export const enterNumbers = async (
  ports: EnterPorts,
  by: EnteredBy,
  teamId: string,
  entries: Entry[],
): Promise<{ outcomes: Outcome[]; changed: number }> => {
  const outcomes: Outcome[] = [];
  let changed = 0;
  const enterGroup = async (group: Entry[]): Promise<void> => {
    for (const some of chunked(group, NUMBERS_PER_TRANSACTION)) {
      const done = await enterTogether(ports, by, teamId, some);
      outcomes.push(...done.outcomes);
      changed += done.changed;
    }
  };
  await Promise.all([...Map.groupBy(entries, ({ phone }) => counterGroupOf(phone)).values()].map(enterGroup));
  return { outcomes, changed };
};
