import { expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { ANNOUNCED_EVENTS } from '#shared/domain/call/events.ts';
import { derivedId, newId } from '#shared/domain/ids.ts';
import { announcementOf } from '#shared/domain/webhook/call-announcements.ts';
import { changeDelivery, leaseDelivery, newDelivery, putDelivery } from '#shared/store/delivery/deliveries.ts';
import type { WebhookRecord } from '#shared/store/delivery/webhooks.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { itemSize } from '#test/harness/item-size.ts';

/** Up to here a write costs one unit. */
const UNIT_BYTES = 1_024;
/** What the table adds to an item that is written on a condition. */
const WRITE_ID_BYTES = 19;
const NOW = new Date('2026-03-02T12:00:00.000Z');

test.each(ANNOUNCED_EVENTS)('a delivery of %s costs one unit at every write of its first attempt', (type) => {
  const call = {
    ...keptCall({ accountId: newId('acct', NOW), teamId: newId('team', NOW), place: 1 }),
    call_control_id: 'v3:T02llQxIyaRkhfRKxgAP8nY511EhFLizdvdUKJiSw8d6A9BborherQ',
    call_leg_id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
    call_session_id: '1b345bca-3a65-11ef-9a4a-02420aef95a0',
    connection_id: '1494404757140276705',
    recording_url: `https://recordings.example/${'r'.repeat(36)}.mp3`,
    answered_by: 'human' as const,
    ended_reason: 'normal_clearing',
  };
  const payload = announcementOf(type, call, encodeClientState(derivedId('call', 'a')));
  const webhook = { account_id: call.account_id, kind: 'call' } as WebhookRecord;
  const delivery = newDelivery(webhook, { id: derivedId('evt', call.id, type), type, payload }, NOW);
  const { put } = putDelivery(delivery);
  const lease = leaseDelivery(delivery, NOW);
  const leased = { ...put, ...lease.operation.set };
  const attempts = [{ at: NOW.toISOString(), status_code: 200, latency_ms: 4_321, error: null }];
  const over = changeDelivery(lease.after, {
    status: 'delivered',
    next_attempt_at: null,
    attempts,
    attempt_until: null,
  });
  const { active_pk, active_sk, ...left } = { ...leased, ...over.operation.set } as Record<string, unknown>;
  for (const item of [put, leased, left]) expect(itemSize(item) + WRITE_ID_BYTES).toBeLessThanOrEqual(UNIT_BYTES);
});
