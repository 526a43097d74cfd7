import type * as z from 'zod';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { CampaignContact } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { TestAccount } from './account.ts';
import type { Reply } from './client.ts';

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
    assistants: Assistant[];
    call: Call;
    calls_stopped_at: string | null;
    created: number;
    redialed: number;
    results: RowResult[];
  }
}

export const remove = ({ api }: TestAccount, path: string): Promise<Reply> => api.send('DELETE', path, undefined);

/** Status and words of a reply, for one assertion on both. */
export const refusalOf = ({ status, body }: Reply): [number, string] => [status, body.error];
