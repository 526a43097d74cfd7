import { createHash } from 'node:crypto';
import { keys } from '#shared/store/keys.ts';
import type { PutOperation } from '#shared/store/table/table.ts';
import type { CallRecord } from './calls.ts';

/*
 * What was extracted from a conversation is long, and every write of the call would pay for it again. So it has an item
 * of its own, which is written before the call names it. Its name follows from its text: whoever concludes a call a second
 * time writes the same item again or another one beside it, and the call names the one that it was concluded with. What a
 * crash or the loser of a race leaves, nobody finds.
 */

/** Up to so many bytes findings stay in the call: mostly those that say that nothing was found. */
const INSIDE_MAX_BYTES = 100;
const NAME_CHARS = 8;

/** An item of findings. */
export interface KeptFindings {
  name: string;
  extracted: string;
}

type PlacedFindings = Partial<Pick<CallRecord, 'extracted' | 'found_in'>>;

/** Where findings are kept: in the call itself, or in an item to be written before it. */
export const placeFindings = (callId: string, extracted: string): { inCall: PlacedFindings; item?: PutOperation } => {
  if (Buffer.byteLength(extracted) <= INSIDE_MAX_BYTES) return { inCall: { extracted } };
  const name = createHash('sha256').update(extracted).digest('base64url').slice(0, NAME_CHARS);
  const kept: KeptFindings = { name, extracted };
  return { inCall: { found_in: name }, item: { put: { ...keys.findings(callId, name), ...kept } } };
};
