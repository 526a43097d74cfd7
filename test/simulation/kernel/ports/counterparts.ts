import type { WebhookPost } from '#shared/ports/post-webhook.ts';
import type { CarrierCall, DialRequest, DialResult } from '#shared/ports/telephony.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';

/** Whoever asks may fail before it has noted the answer. */
export type Asker = Pick<Invocation, 'isDisturbed'>;

/** An answer to a look-up that has reached whoever asked. */
export type Learned = CarrierCall & { asker: Asker };

/** What the carrier keeps of a call until it is told to delete it. */
export type KeptCopy = 'recordings' | 'call';

export type InboundAction = 'answer' | 'reject';

/** The parties that the product's requests reach. */
export interface Counterparts {
  carrier: {
    /** `undefined`: the caller never hears of it. */
    dial(request: DialRequest): DialResult | undefined;
    /** Called when a dial's reply has reached whoever dialled. */
    heard(commandId: string, result: DialResult, by: Asker): void;
    hangUp(controlId: string): void;
    /** Deletes what it keeps of a call, inbound or not. */
    erase(copy: KeptCopy, controlId: string): void;
    find(call: { callControlId: string | null; commandId: string }): CarrierCall | 'not_found';
    learned(answer: CarrierCall, asker: Asker): void;
    /** Called when a look-up did not reach the carrier. */
    unreachable(commandId: string): void;
    /** Commands with a delivered event. */
    readonly events: { readonly reported: ReadonlySet<string> };
  };
  /** The carrier's side of calls to the team's numbers. */
  inbound: {
    command(action: InboundAction, controlId: string, commandId: string): void;
    find(controlId: string): CarrierCall | 'not_found';
    learned(answer: CarrierCall, asker: Asker): void;
  };
  receivers: {
    receive(post: WebhookPost & { sentAt: string; sender: Invocation }): {
      /** Null: no answer. */
      statusCode: number | null;
      afterMs: number | null;
      /** The status that the sender heard; undefined when it was gone by then. */
      heard: number | null | undefined;
    };
  };
}
