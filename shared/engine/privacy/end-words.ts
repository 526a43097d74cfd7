import { mayHaveBeenAnswered } from '#shared/domain/call/lifecycle.ts';
import { WITHOUT_WORDS } from '#shared/domain/privacy/ended-parts.ts';
import { isKnownToCarrier } from '#shared/domain/privacy/erased-call.ts';
import { CONCLUDED } from '#shared/domain/webhook/extra-events.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { HostedConversations } from '#shared/ports/telephony.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { deleteBeside, deleteDeliveries, liesBeside } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

export type EndWordsPorts = Needs<'table' | 'clock'> & {
  telephony: { conversations?: Pick<HostedConversations, 'delete' | 'deleteOfCall'> };
};

const mayHaveBeenLed = (call: CallRecord): boolean =>
  mayHaveBeenAnswered({ ...call, isKnownToCarrier: isKnownToCarrier(call) });

const mayHaveWords = (call: CallRecord): boolean =>
  mayHaveBeenLed(call) ||
  call.conversation_id !== null ||
  call.transcript.length > 0 ||
  call.extracted !== null ||
  call.found_in !== null ||
  Object.keys(call.variables).length > 0;

/** From here on nobody writes words of the call. */
const closeWords = ({ table, clock }: EndWordsPorts, seen: CallRecord): Promise<void> =>
  retryingLostRaces(table, async (tries) => {
    const call = tries === 1 ? seen : await getCall(table, seen.id);
    if (!call || call.words_deleted_at !== null) return;
    const changes = { ...WITHOUT_WORDS, words_deleted_at: clock().toISOString() };
    await table.write(changeCall(call, changes).operation);
  });

/** The event that tells a conversation's id may be lost; then the call leads to it. */
const endAtCarrier = async ({ telephony }: EndWordsPorts, call: CallRecord): Promise<void> => {
  const { conversation_id, call_control_id } = call;
  if (conversation_id !== null) await telephony.conversations?.delete(conversation_id);
  else if (call_control_id !== null && mayHaveBeenLed(call))
    await telephony.conversations?.deleteOfCall(call_control_id);
};

/**
 * Ends what was said on a call that is over, and what was found in it: ours first, then what the carrier keeps. The call
 * is closed first, so that whoever is late writes nothing; what is still to delete follows from its id. Safe to repeat,
 * and after a crash to be repeated.
 * @throws Error when the carrier cannot be reached; ours is gone by then.
 */
export const endWords = async (ports: EndWordsPorts, call: CallRecord): Promise<void> => {
  const { table } = ports;
  if (call.erased_at !== null) return;
  const isClosed = call.words_deleted_at !== null;
  if (!isClosed && !mayHaveWords(call) && !(await liesBeside(table, call.id))) return;
  await closeWords(ports, call);
  await Promise.all([deleteBeside(table, call.id), deleteDeliveries(table, call.id, [CONCLUDED])]);
  await endAtCarrier(ports, call);
};
