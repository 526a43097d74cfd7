import { expect } from '@jest/globals';
import type { CallEvent } from '#shared/domain/call/events.ts';
import type { CarrierWebhook, Telephony } from '#shared/ports/telephony.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { type Delivery, type DeliveryReceiver, startDeliveryReceiver } from './deliveries.ts';

/** A running carrier and its adapter. Callees behave as their last four digits say: the simulated carrier's table. */
interface TelephonySetup {
  telephony: Telephony;
  /** The same adapter where nobody listens. */
  unreachable: Telephony;
  webhook(publicKey?: string): CarrierWebhook;
  /** Of somebody else. */
  otherPublicKey: string;
  signatureHeaders: string[];
  /** A delivery signed at another time; absent where signatures have no time. */
  signedAt?(body: Buffer, at: Date): Delivery;
  placedCalls(to: string): number;
  /** Somebody calls a number of ours; answers the call control id. */
  callIn(from: string, to: string): Promise<string>;
  stop(): Promise<void>;
}

export type MakeTelephonySetup = (options: { webhookUrl: string }) => Promise<TelephonySetup>;

export const FROM = '+12125550100';
/** Every call has its own. */
export const clientStateOf = (commandId: string): string =>
  Buffer.from(JSON.stringify({ call_id: commandId })).toString('base64');

/** A callee who behaves as the ending says; the exchange keeps the callees of one test apart from those of others. */
export const calleeEnding = (ending: string, exchange = 555): string => `+1415${exchange}${ending}`;

interface CallIdentity {
  callControlId: string;
  callLegId?: string;
}

/** A setup, the webhook deliveries it makes, the time they live in, and what every test does with them. */
export const newBench = (makeSetup: MakeTelephonySetup) => {
  const time = newSuiteTime();
  let setup: TelephonySetup;
  let receiver: DeliveryReceiver;
  let lastCommand = 0;

  const newCommand = (): string => `call_contract_${++lastCommand}`;
  const dial = (to: string, commandId = newCommand(), adapter = setup.telephony) =>
    adapter.dial({ commandId, from: FROM, to, clientState: clientStateOf(commandId), recordingEnabled: true });
  const events = (): CallEvent[] =>
    receiver.received.flatMap(({ body }) => setup.webhook().normalise(JSON.parse(body.toString('utf8'))));
  const eventsOf = ({ callControlId, callLegId }: CallIdentity): CallEvent[] =>
    events().filter(
      ({ data }) => data.call_control_id === callControlId || (callLegId && data.call_leg_id === callLegId),
    );
  const typesOf = (call: CallIdentity): string[] => eventsOf(call).map(({ type }) => type);
  const untilEvent = (call: CallIdentity, type: string): Promise<void> =>
    time.until(() => typesOf(call).includes(type), type);

  return {
    time,
    get setup() {
      return setup;
    },
    get receiver() {
      return receiver;
    },
    get telephony() {
      return setup.telephony;
    },
    newCommand,
    dial,
    async place(to: string, commandId = newCommand()) {
      const placed = await dial(to, commandId);
      if (placed.result !== 'placed') throw new Error(`The call was not placed: ${placed.reason}`);
      return { ...placed, commandId, clientState: clientStateOf(commandId) };
    },
    eventsOf,
    typesOf,
    untilEvent,
    /** What is done on command happens in no time; what the parties do by themselves takes some. */
    async untilToldAtOnce(call: CallIdentity, type: string): Promise<void> {
      const began = time.now();
      await untilEvent(call, type);
      expect(time.now()).toBe(began);
    },
    async start(): Promise<void> {
      receiver = await startDeliveryReceiver();
      setup = await makeSetup({ webhookUrl: receiver.url });
    },
    async stop(): Promise<void> {
      await setup?.stop();
      await receiver?.stop();
    },
  };
};

export type Bench = ReturnType<typeof newBench>;
