import { receiveCallEvent } from '#functions/webhooks/receive-call-event.ts';
import { simulatedWebhook } from '#shared/providers/telephony/simulated/simulated-webhook.ts';
import { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Kernel } from '#test/simulation/kernel/kernel.ts';
import { CARRIER_PUBLIC_KEY, signAsCarrier } from '#test/simulation/kernel/ports/carrier-key.ts';
import { contextFor, type Services } from '#test/simulation/kernel/ports/ports.ts';
import type { Carrier } from './carrier.ts';
import type { InboundCalls } from './inbound-calls.ts';
import type { CarrierEvent } from './true-call.ts';

/** Right signatures are checked now and then, because that costs time; forged ones always. */
const SIGNED_SHARE = 0.02;
/** Pauses before an event is sent again; after the last it is lost for good. */
const RETRIES_MS = [1000, 2000, 7000, 20_000, 30_000];
const TIMEOUT_SECONDS = 10;

const isAuthentic = async (event: CarrierEvent, isForged: boolean): Promise<boolean> => {
  const body = Buffer.from(JSON.stringify(event));
  const signature = isForged ? signAsCarrier(Buffer.from('another body')) : signAsCarrier(body);
  const { auth } = receiveCallEvent;
  const request = { headers: { 'telephony-signature-ed25519': signature }, cookies: [], body };
  const carrierWebhook = simulatedWebhook({ publicKey: CARRIER_PUBLIC_KEY });
  const proof = { carrierWebhook, now: new Date(0) };
  return typeof auth === 'function' && auth(request, proof as never);
};

interface WebhookWorld {
  kernel: Kernel;
  services(): Services;
  carrier(): Carrier;
  inbound(): InboundCalls;
  /** Times at which nothing answers at the webhook's address. */
  outages: readonly { from: number; to: number }[];
  /** Called when a true event was not believed. */
  refused(): void;
}

/** Posts the carrier's events to the webhook, and again later when they are not accepted. */
export class Webhook {
  readonly #world: WebhookWorld;

  constructor(world: WebhookWorld) {
    this.#world = world;
  }

  deliver(event: CarrierEvent, isForged: boolean): void {
    const { kernel, refused } = this.#world;
    if (isForged) void isAuthentic(event, isForged).then((isBelieved) => isBelieved && this.#post(event, 0));
    else {
      if (kernel.random.chance(SIGNED_SHARE))
        void isAuthentic(event, isForged).then((isBelieved) => isBelieved || refused());
      this.#post(event, 0);
    }
  }

  #post(event: CarrierEvent, retries: number): void {
    const { kernel, ...world } = this.#world;
    const [services, carrier, inbound] = [world.services(), world.carrier(), world.inbound()];
    const { faults } = services.machine;
    if (world.outages.some(({ from, to }) => from <= kernel.now && kernel.now < to)) {
      faults.count('webhookOut');
      this.#postAgain(event, retries);
      return;
    }
    carrier.events.undelivered += 1;
    const invocation = new Invocation(services.machine, 'receive-call-event', TIMEOUT_SECONDS, (ending) => {
      carrier.events.undelivered -= 1;
      carrier.posted(event, ending === 'done');
      if (ending !== 'done') {
        this.#postAgain(event, retries);
        return;
      }
      inbound.accepted(event.data.call_control_id, event.type);
    });
    invocation.start(async () => {
      const context = contextFor(services, invocation, receiveCallEvent.uses);
      const { handle } = receiveCallEvent as unknown as { handle(context: object): Promise<unknown> };
      await handle({ ...context, input: event, now: invocation.clock() });
    });
  }

  #postAgain(event: CarrierEvent, retries: number): void {
    const { kernel, services, carrier } = this.#world;
    const pauseMs = RETRIES_MS[retries];
    if (pauseMs === undefined) {
      services().machine.faults.count('eventGivenUp');
      return;
    }
    carrier().events.undelivered += 1;
    kernel.after(pauseMs, () => {
      carrier().events.undelivered -= 1;
      this.#post(event, retries + 1);
      return true;
    });
  }
}
