import type * as z from 'zod';
import type { Account, AccountTeam, NumberAllowance, Plan, Subscription } from '#shared/schemas/account.ts';
import type { ApiKey, CreatedApiKey } from '#shared/schemas/api-key.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { CampaignContact } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { Delivery, Webhook } from '#shared/schemas/webhook.ts';
import type { Reply } from './client.ts';
import type { TestAccount } from './given/account.ts';

export type EnrolledContact = z.output<typeof CampaignContact>;

interface RowResult {
  index: number;
  success: boolean;
  contact: Contact | null;
  error: string | null;
  issues: { path: string; message: string }[];
}

declare module './client.ts' {
  interface ReplyBody {
    account: z.output<typeof Account>;
    plan: z.output<typeof Plan>;
    subscription: z.output<typeof Subscription> | null;
    teams: z.output<typeof AccountTeam>[];
    phone_numbers: z.output<typeof NumberAllowance>;
    api_key: z.output<typeof CreatedApiKey>;
    api_keys: z.output<typeof ApiKey>[];
    assistants: Assistant[];
    call: Call;
    calls_stopped_at: string | null;
    created: number;
    deliveries: Delivery[];
    delivery: Delivery;
    redialed: number;
    results: RowResult[];
    webhook: z.output<typeof Webhook>;
    webhooks: z.output<typeof Webhook>[];
  }
}

export const remove = ({ api }: TestAccount, path: string): Promise<Reply> => api.send('DELETE', path, undefined);

/** Status and words of a reply, for one assertion on both. */
export const refusalOf = ({ status, body }: Reply): [number, string] => [status, body.error];
