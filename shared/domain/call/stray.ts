/** `ended_reason` of a call that the carrier placed although it had refused the dial; nobody talks on it. */
export const PLACED_AFTER_REFUSAL = 'placed_after_refusal';

interface Claimed {
  status: string;
  outcome: string | null;
  call_control_id: string | null;
  generation: number;
  direction: 'inbound' | 'outbound';
  events: object;
}

/** No claim of the call stands that could have been dialled. */
const WITHOUT_CLAIM: readonly string[] = ['not_dialed', 'scheduled', 'cancelled'];

/**
 * The dial's reply ended the call, so there is none at the carrier. One whose ids were forgotten with its person has events.
 */
const isRefused = ({ status, outcome, call_control_id, direction, events }: Claimed): boolean =>
  status === 'ended' &&
  outcome === 'failed' &&
  call_control_id === null &&
  direction === 'outbound' &&
  Object.keys(events).length === 0;

/**
 * Whether an event belongs to a stray call: one that the carrier has placed although it refused the dial, so that its
 * claim was released, claimed anew or ended. `generation` is the event's, if it tells one. A call that is stray stays
 * so.
 */
export const isStray = (call: Claimed, generation: number | undefined): boolean =>
  WITHOUT_CLAIM.includes(call.status) || isRefused(call) || (generation !== undefined && generation < call.generation);
