import { callIn } from '#test/simulation/checks/records.ts';
import { Carrier } from '#test/simulation/outside/carrier.ts';
import { Webhook } from '#test/simulation/outside/carrier-webhook.ts';
import { Charges } from '#test/simulation/outside/charges.ts';
import { ConnectionLimits } from '#test/simulation/outside/connection-limits.ts';
import { InboundCalls } from '#test/simulation/outside/inbound-calls.ts';
import { Receivers } from '#test/simulation/outside/receivers.ts';
import { Refusals } from '#test/simulation/outside/refusals.ts';
import { Wishes } from '#test/simulation/outside/wishes.ts';
import { randomOfWishes } from '#test/simulation/plan/callbacks-plan.ts';
import type { World } from './world.ts';

/** Everything outside the product: the carrier, callers and receivers of events. Each informs the checks. */
export interface Outside {
  carrier: Carrier;
  inbound: InboundCalls;
  receivers: Receivers;
  charges: Charges | null;
  wishes: Wishes;
}

export const outsideOf = (world: World): Outside => {
  const { kernel, faults, scenario } = world;
  const webhook = new Webhook({
    kernel,
    services: () => world.services,
    carrier: () => carrier,
    inbound: () => inbound,
    outages: scenario.webhookOutages,
    refused: () => world.checker.report('0 signature', 'a true event was refused', kernel.now),
  });
  const charges = scenario.isCharged ? new Charges(kernel.random) : null;
  const carrier: Carrier = new Carrier({
    kernel,
    faults,
    strain: scenario.strain,
    refusals: new Refusals({ kernel, faults, accountFaults: scenario.accountFaults }),
    limits: new ConnectionLimits(scenario.connection, scenario.shortages, scenario.startsAt),
    charges,
    deliver: (event, isForged) => webhook.deliver(event, isForged),
    received: (dial, call) => {
      world.checker.dialed(dial, call);
      world.checks.dialed(dial);
      world.activeAt = kernel.now;
    },
  });
  const inbound: InboundCalls = new InboundCalls({
    kernel,
    faults,
    carrier,
    commanded: (command, call) => world.checks.inbound.commanded(command, call),
  });
  const receivers = new Receivers({
    kernel,
    faults,
    outages: scenario.webhook?.outages ?? [],
    received: (post) => world.checks.announcements.received(post),
  });
  const wishes = new Wishes({
    random: randomOfWishes(scenario),
    share: scenario.callbackShare,
    isPerson: (callId) =>
      callIn(world.checked.table, callId)?.direction === 'inbound' ||
      [...carrier.calls.values()].some((call) => call.callId === callId && call.truth === 'human'),
  });
  return { carrier, inbound, receivers, charges, wishes };
};
