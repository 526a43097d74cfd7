import * as z from 'zod';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';

/** Dial this claim. A message of an older generation belongs to a released claim and is dropped. */
export const DialMessage = z.object({ call_id: z.string(), generation: z.int() });
export type DialMessage = z.infer<typeof DialMessage>;

/** Look at this campaign. The message only says that something changed; the table alone decides what to do. */
export const CampaignMessage = z.object({
  campaign_id: z.string(),
  reason: z.enum(['run', 'call', 'wake', 'sweep', 'change']),
  /** The call that changed, when the reason is `call`. */
  call_id: z.string().optional(),
});
export type CampaignMessage = z.infer<typeof CampaignMessage>;

/** Attempt this delivery. The table alone decides whether it is due. */
export const DeliveryMessage = z.object({ delivery_id: z.string(), account_id: z.string().optional() });
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;

/** Look at this phone number: its trial may be over, or its release or purchase unfinished. */
export const NumberMessage = z.object({ number_id: z.string() });
export type NumberMessage = z.infer<typeof NumberMessage>;

/** An input for the conversation on a call. */
export const ConversationMessage = z.object({
  call_id: z.string(),
  input: z.custom<ConversationInput>((input) => typeof input === 'object' && input !== null && 'type' in input),
});
export type ConversationMessage = z.infer<typeof ConversationMessage>;

/** Work is left for this call. The table alone decides what. */
export const CallMessage = z.object({ call_id: z.string() });
export type CallMessage = z.infer<typeof CallMessage>;
