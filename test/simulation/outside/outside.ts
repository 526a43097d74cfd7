import type { World } from '#test/simulation/world.ts';
import { Carrier } from './carrier.ts';
import { Webhook } from './carrier-webhook.ts';
import { InboundCalls } from './inbound-calls.ts';
import { Receivers } from './receivers.ts';

/** What is not the product: the carrier, those who call in, and the receivers of events. Each tells the checks. */
export const outsideOf = (world: World) => {
  const { kernel, faults, scenario } = world;
  const webhook = new Webhook(
    () => world.services,
    () => world.checker.report('0 signature', 'a true event was refused', kernel.now),
  );
  const carrier = new Carrier({
    kernel,
    faults,
    deliver: (event, isForged) => webhook.deliver(event, isForged),
    received: (dial, call) => {
      world.checker.dialed(dial, call);
      world.inboundChecks.dialed(dial);
      world.activeAt = kernel.now;
    },
  });
  const inbound = new InboundCalls({
    kernel,
    faults,
    carrier,
    commanded: (command, call) => world.inboundChecks.commanded(command, call),
  });
  const receivers = new Receivers({
    kernel,
    faults,
    outages: scenario.webhook?.outages ?? [],
    received: (post) => world.announcementChecks.received(post),
  });
  return { carrier, inbound, receivers };
};
