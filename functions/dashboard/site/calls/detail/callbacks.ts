import type { InputOf } from '#shared/client/client.ts';
import { asksForCallback } from './findings.ts';

interface CallWithWishes {
  id: string;
  team_id: string;
  assistant_id: string | null;
  contact_id: string | null;
  ended_at: string | null;
  extracted: Record<string, unknown> | null;
}

/** A callback is made with the findings, which are written so soon after the call. */
const MADE_WITHIN_MS = 60 * 60_000;
const CALLS_MAX = 200;

/** Where the callback is listed that was asked for on a call; null if none was. */
export const callbackListing = (call: CallWithWishes): InputOf<'listCalls'> | null => {
  const { team_id, assistant_id, contact_id, ended_at, extracted } = call;
  if (ended_at === null || !asksForCallback(extracted)) return null;
  return {
    teamId: team_id,
    direction: 'outbound',
    limit: CALLS_MAX,
    from: ended_at,
    to: new Date(Date.parse(ended_at) + MADE_WITHIN_MS).toISOString(),
    ...(assistant_id !== null && { assistantId: assistant_id }),
    ...(contact_id !== null && { contactId: contact_id }),
  };
};

/** The callback among the calls that were listed. */
export const callbackAmong = <Row extends { callback_of: string | null }>(
  { id }: Pick<CallWithWishes, 'id'>,
  calls: readonly Row[] | undefined,
): Row | undefined => calls?.find(({ callback_of }) => callback_of === id);
