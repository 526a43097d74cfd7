import type { TelnyxRequest } from './client.ts';
import { failureOf, telnyxError } from './failure.ts';

type Kept = 'recordings' | 'recording_transcriptions' | 'ai/conversations';

/** Deletes one thing; what Telnyx does not have (any more) is deleted. @throws Error after which it may be sent again. */
export const deleteKept = async (request: TelnyxRequest, kept: Kept, id: string): Promise<void> => {
  try {
    await request((client, limits) => client.delete<unknown>(`/${kept}/${encodeURIComponent(id)}`, limits));
  } catch (error) {
    if (failureOf(error).status !== 404) throw telnyxError(error);
  }
};
