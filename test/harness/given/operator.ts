import { operatorNamed } from '#shared/domain/account/actor.ts';
import { letTimePass } from '#test/harness/stack/stack-time.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** As whom the tests operate. */
export const OPA = operatorNamed('Opa Operator');

/** What an operator's verbs need; waiting lets the stack's time pass. */
export const operatorPorts = () => ({
  table: testTable(),
  clock: () => new Date(),
  sleep: async (ms: number): Promise<void> => {
    await letTimePass({ atLeastMs: ms, atMostMs: ms });
  },
  progress: () => undefined,
});

/** Where messages go that the sweep makes up for. */
export const lostQueue = { send: async () => undefined };
