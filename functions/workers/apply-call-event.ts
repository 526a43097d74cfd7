import { applyEvent } from '#shared/engine/apply-event.ts';
import { callIdOf } from '#shared/engine/client-state.ts';
import { callChanged } from '#shared/engine/give-back.ts';
import { honourOptOut } from '#shared/engine/honour-opt-out.ts';
import { receiveInbound, releaseCaller } from '#shared/engine/receive-inbound.ts';
import { defineMessageWorker } from '#shared/runtime/define-worker.ts';
import { CALL_EVENT_TYPES, CallEvent } from '#shared/schemas/call-event.ts';
import { CallEventMessage } from '#shared/schemas/messages.ts';

/** Events after which the campaign has something to move: a contact's status, its counters or its slot. */
const MOVES_THE_CAMPAIGN: readonly string[] = CALL_EVENT_TYPES.filter((type) => type !== 'call.recording.saved');

export const applyCallEvent = defineMessageWorker({
  summary: 'Fold a carrier event into its call; answer or reject an inbound call; honour an opt-out',
  queue: 'callEvent',
  message: CallEventMessage,
  batchSize: 10,
  maxConcurrency: 50,
  timeoutSeconds: 10,
  uses: ['table:write', 'campaignQueue:send', 'webhookQueue:send', 'telephony'],
  async handle({ event: raw, received_at }, { table, campaignQueue, webhookQueue, telephony, log, clock }) {
    const event = CallEvent.parse(raw);
    if (!(CALL_EVENT_TYPES as readonly string[]).includes(event.type)) return;
    const isInbound = event.data.direction === 'inbound';
    const callId = isInbound
      ? await receiveInbound({ table, telephony }, event, received_at)
      : callIdOf(event.data.client_state);
    if (callId) await honourOptOut({ table, campaignQueue, clock }, callId, event);
    const applied = callId ? await applyEvent({ table, webhookQueue, log }, callId, event, received_at) : undefined;
    if (!applied) {
      log.warn('An event belongs to no call of ours.', { type: event.type, call_id: callId });
      return;
    }
    const { call, isLate } = applied;
    await releaseCaller(table, call);
    // Told again for a repeated event: its first delivery may have crashed before it told the campaign.
    if (MOVES_THE_CAMPAIGN.includes(event.type) && !isLate) await campaignQueue.send(callChanged(call));
  },
});

export const { handler } = applyCallEvent;
