import * as z from 'zod';
import type { TelnyxRequest } from '#shared/providers/telephony/telnyx/client.ts';
import { deleteKept } from '#shared/providers/telephony/telnyx/delete-kept.ts';
import { telnyxError } from '#shared/providers/telephony/telnyx/failure.ts';

/** Far more than a call has; the list has no pages. */
const LISTED_MAX = 100;

/** A reply without a list is no empty list. */
const Conversations = z.object({
  data: z.array(z.object({ id: z.string().min(1), metadata: z.record(z.string(), z.unknown()) })),
});

const listConversations = async (request: TelnyxRequest, callControlId: string) => {
  const query = { 'metadata->call_control_id': `eq.${callControlId}`, limit: LISTED_MAX };
  try {
    return Conversations.parse(await request((client, limits) => client.ai.conversations.list(query, limits))).data;
  } catch (error) {
    throw telnyxError(error);
  }
};

/**
 * The conversations that Telnyx led on a call. A list whose filter was overlooked is refused, because it holds
 * everybody's.
 */
const conversationsOf = async (request: TelnyxRequest, callControlId: string): Promise<string[]> => {
  const listed = await listConversations(request, callControlId);
  const isForeign = listed.some(({ metadata }) => metadata.call_control_id !== callControlId);
  if (isForeign || listed.length === LISTED_MAX)
    throw new Error('Telnyx listed more conversations than those of a call.');
  return listed.map(({ id }) => id);
};

export const deleteConversation = (request: TelnyxRequest, id: string): Promise<void> =>
  deleteKept(request, 'ai/conversations', id);

export const deleteConversationsOf = async (request: TelnyxRequest, callControlId: string): Promise<void> => {
  for (const id of await conversationsOf(request, callControlId)) await deleteConversation(request, id);
};
