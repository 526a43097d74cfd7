import { ApiError } from '#shared/client/api-error.ts';

/** Why a number stays on the list: contacts who must not be called have it. */
export interface Held {
  phone: string;
  words: string;
  contactIds: string[];
}

interface HeldBody {
  error?: unknown;
  contact_ids?: unknown;
}

/** What a refused removal says about contacts; null where it was refused for something else. */
export const heldOf = (phone: string, error: unknown): Held | null => {
  if (!(error instanceof ApiError) || typeof error.body !== 'object' || error.body === null) return null;
  const { error: words, contact_ids: ids }: HeldBody = error.body;
  return Array.isArray(ids) ? { phone, words: String(words), contactIds: ids.map(String) } : null;
};
