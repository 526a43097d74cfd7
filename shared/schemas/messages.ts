import * as z from 'zod';

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

/** A carrier event whose signature was verified, with the instant it was received. */
export const CallEventMessage = z.object({
  received_at: z.string(),
  event: z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) }),
});
export type CallEventMessage = z.infer<typeof CallEventMessage>;
