import * as z from 'zod';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';

/** Dial this claim. A message of an older generation belongs to a claim that was given back, and is dropped. */
export const DialMessage = z.object({ call_id: z.string(), generation: z.int() });
export type DialMessage = z.infer<typeof DialMessage>;

/** Look at this campaign. What to do is decided from the table alone; the message only says that something changed. */
export const CampaignMessage = z.object({
  campaign_id: z.string(),
  reason: z.enum(['run', 'call', 'wake', 'sweep', 'change']),
  /** The call that changed, when the reason is `call`. */
  call_id: z.string().optional(),
});
export type CampaignMessage = z.infer<typeof CampaignMessage>;

/** Attempt this delivery. Whether it is due is decided from the table alone. */
export const DeliveryMessage = z.object({ delivery_id: z.string(), account_id: z.string().optional() });
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;

/** Look at this phone number: its trial may be over, its release or purchase half done. */
export const NumberMessage = z.object({ number_id: z.string() });
export type NumberMessage = z.infer<typeof NumberMessage>;

/** Something happened on a call that an assistant leads. */
export const ConversationMessage = z.object({
  call_id: z.string(),
  input: z.custom<ConversationInput>((input) => typeof input === 'object' && input !== null && 'type' in input),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** Something remains to be done for this call; what, is decided from the table alone. */
export const CallMessage = z.object({ call_id: z.string() });
export type CallMessage = z.infer<typeof CallMessage>;
