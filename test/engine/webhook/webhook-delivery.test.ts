import { expect, test } from '@jest/globals';
import type { ReceiverAnswer } from '#infra/local/commands/webhook-receiver.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import type { CallRow } from '#shared/schemas/call.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { deliverBilling, lemonSqueezyEvents, stripeEvents } from '#test/harness/given/billing-events.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import {
  acceptedIds,
  callNobody,
  DEAD_URL,
  listDeliveries,
  payloadOf,
  receiverFor,
  resend,
  setUrl,
  UNANSWERED_EVENTS,
} from '#test/harness/given/webhooks.ts';
import { callsOf } from '#test/harness/read.ts';
import { STACK_RETRY_SECONDS } from '#test/harness/stack/environment.ts';
import { campaignBecomes, deliveriesBecome } from '#test/harness/wait-for.ts';

const ANSWERED_EVENTS = [
  'call.answered',
  'call.completed',
  'call.hangup',
  'call.initiated',
  'call.machine_detection.ended',
  'call.recording.saved',
];
const BILLING_EVENTS = [
  'invoice.paid',
  'invoice.payment_failed',
  'subscription.cancelled',
  'subscription.created',
  'subscription.expired',
  'subscription.updated',
];
/** Attempts until a delivery is given up. */
const ATTEMPTS = STACK_RETRY_SECONDS.length + 1;
/** The engine takes a message that comes this much before its time. */
const EARLY_TOLERANCE_MS = SECOND_MS;

const EVENTS_AT: Record<string, string[]> = {
  [CALLEE.answers]: ANSWERED_EVENTS,
  [CALLEE.doesNotAnswer]: UNANSWERED_EVENTS,
  [CALLEE.isBusy]: UNANSWERED_EVENTS,
  [CALLEE.hasVoicemail]: ANSWERED_EVENTS,
  [CALLEE.isInvalid]: UNANSWERED_EVENTS,
  [CALLEE.wantsNoMoreCalls]: ANSWERED_EVENTS,
  [CALLEE.losesTheDialReply]: ANSWERED_EVENTS,
  [CALLEE.scramblesEvents]: ANSWERED_EVENTS,
  [CALLEE.isRateLimitedFirst]: ANSWERED_EVENTS,
};
const endings = Object.keys(EVENTS_AT);
const endingOf = ({ to_number }: CallRow): string => (to_number ?? '').slice(-'0001'.length);

test.concurrent('a campaign over every kind of callee delivers exactly the events of each call, once, signed, and told as the call is', async () => {
  const account = await newAccount();
  const receiver = await receiverFor(account);
  const contacts = await Promise.all(endings.map((ending) => account.given.contact({ phone: calleePhone(ending) })));
  const { id } = await account.given.campaignWith(contacts, { maxAttemptsPerContact: 1, maxConcurrentCalls: 9 });
  await account.api.runCampaign({ id });
  await campaignBecomes(account, id, 'completed');
  await deliveriesBecome(account, Object.values(EVENTS_AT).flat().length, { status: 'delivered', kind: 'call' });

  expect(receiver.received.filter(({ problem }) => problem !== null)).toEqual([]);
  const payloads = receiver.received.filter(({ isDuplicate }) => !isDuplicate).map(payloadOf);
  for (const call of await callsOf(account, id)) {
    const { call_control_id, call_leg_id, call_session_id, from_number, to_number, direction } = call;
    const ofCall = payloads.filter(({ data }) => data.call_control_id === call_control_id);
    expect([endingOf(call), ofCall.map(({ type }) => type).sort()]).toEqual([
      endingOf(call),
      EVENTS_AT[endingOf(call)],
    ]);
    for (const { data } of ofCall) {
      expect(data).toMatchObject({ call_leg_id, call_session_id, from: from_number, to: to_number, direction });
      expect(JSON.parse(Buffer.from(String(data.client_state), 'base64').toString())).toEqual({ call_id: call.id });
    }
    const completed = ofCall.find(({ type }) => type === 'call.completed');
    if (completed) expect(completed.data.duration_secs).toBe(call.duration_secs);
  }
});
test.concurrent('every event of a billing provider is delivered once, signed for its account, also when it comes twice', async () => {
  const account = await newAccount({ plan: 'free' });
  const receiver = await receiverFor(account);
  const sample = (id: string) => ({ id: `${id}_${account.accountId}`, teamId: account.teamId });
  const events = [stripeEvents(sample('sub')), lemonSqueezyEvents(sample('ls'))].flatMap(Object.values);
  await deliverBilling(...events, ...events);
  const deliveries = await deliveriesBecome(account, events.length, { status: 'delivered', kind: 'billing' });
  const { received } = receiver;
  expect(received.map(({ path, problem }) => [path, problem])).toEqual(received.map(() => ['/billing', null]));
  expect(acceptedIds(receiver).sort()).toEqual(deliveries.map(({ event_id }) => event_id).sort());
  expect([...new Set(received.map(({ type }) => type))].sort()).toEqual(BILLING_EVENTS);
});

test.concurrent.each<[ReceiverAnswer, object]>([
  [500, { status_code: 500, error: null }],
  [302, { status_code: 302, error: null }],
  ['close', { status_code: null, error: 'The receiver closed the connection without an answer.' }],
  ['hang', { status_code: null, error: 'No answer within 5 seconds.' }],
])(
  'a receiver that misbehaves by answering %s and then recovers gets every event, each id once, each time with the same body',
  async (answer, firstAttempt) => {
    const account = await newAccount();
    const receiver = await receiverFor(account, answer);
    await callNobody(account);
    await eventually(() => expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2));
    receiver.answerWith(200);
    const deliveries = await deliveriesBecome(account, 2, { status: 'delivered', next_attempt_at: null });
    expect(deliveries.map(({ type }) => type).sort()).toEqual(UNANSWERED_EVENTS);
    for (const { attempts } of deliveries) {
      expect([attempts.at(0), attempts.at(-1)]).toMatchObject([firstAttempt, { status_code: 200, error: null }]);
    }
    expect(acceptedIds(receiver).sort()).toEqual(deliveries.map(({ event_id }) => event_id).sort());
    const { received } = receiver;
    expect(received.map(({ path, problem }) => [path, problem])).toEqual(received.map(() => ['/call', null]));
    expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(2);
  },
);

test.concurrent('a receiver that misbehaves for longer than the schedule has dead letters; sent again, they arrive under the same ids', async () => {
  const account = await newAccount();
  const receiver = await receiverFor(account, 503);
  await callNobody(account);
  const given = await deliveriesBecome(account, 2, { status: 'dead_lettered', next_attempt_at: null });
  expect(given.map(({ attempts }) => attempts.map(({ status_code }) => status_code))).toEqual(
    given.map(() => Array.from({ length: ATTEMPTS }, () => 503)),
  );
  for (const { attempts } of given) {
    const pauses = attempts.slice(1).map(({ at }, nth) => Date.parse(at) - Date.parse(attempts[nth]?.at ?? ''));
    pauses.forEach((pause, nth) => {
      expect(pause).toBeGreaterThanOrEqual((STACK_RETRY_SECONDS[nth] ?? 0) * SECOND_MS - EARLY_TOLERANCE_MS);
    });
  }
  receiver.answerWith(200);
  await Promise.all(given.map((delivery) => resend(account, delivery)));
  await deliveriesBecome(account, 2, { status: 'delivered' });
  expect(acceptedIds(receiver).sort()).toEqual(given.map(({ event_id }) => event_id).sort());
});

test.concurrent('a URL that is corrected while deliveries wait: they go to the new one', async () => {
  const account = await newAccount();
  await setUrl(account, 'call', DEAD_URL);
  await callNobody(account);
  await eventually(async () => {
    const { deliveries } = await listDeliveries(account, { status: 'pending' });
    expect(deliveries.filter(({ attempts }) => attempts.length > 0)).toHaveLength(2);
  });
  const receiver = await receiverFor(account);
  const deliveries = await deliveriesBecome(account, 2, { status: 'delivered' });
  for (const { attempts } of deliveries) {
    expect(attempts[0]).toMatchObject({ error: 'The receiver refused the connection.' });
    expect(attempts.at(-1)).toMatchObject({ status_code: 200 });
  }
  expect(acceptedIds(receiver).sort()).toEqual(deliveries.map(({ event_id }) => event_id).sort());
});

test.concurrent('a URL that is removed while deliveries wait: they are dead letters, and what happens from then on is none', async () => {
  const account = await newAccount();
  const receiver = await receiverFor(account, 500);
  await callNobody(account);
  await eventually(() => expect(receiver.received).toHaveLength(2));
  await account.api.removeWebhook({ kind: 'call' });
  const deliveries = await deliveriesBecome(account, 2, { status: 'dead_lettered', next_attempt_at: null });
  for (const { attempts } of deliveries) {
    expect(attempts.at(-1)).toMatchObject({ error: 'No receiver is set for these events any more.' });
  }
  const before = receiver.received.length;
  const { id } = await account.given.campaignWith([await account.given.contact()]);
  await account.api.runCampaign({ id });
  await campaignBecomes(account, id, 'completed');
  expect([receiver.received.length, (await listDeliveries(account)).count]).toEqual([before, 2]);
});

test.concurrent('a disabled webhook is sent nothing; enabled again, it hears of what happens then', async () => {
  const account = await newAccount();
  const receiver = await receiverFor(account);
  await setUrl(account, 'call', `${receiver.url}/call`, false);
  const { id } = await account.given.campaignWith([await account.given.contact()]);
  await account.api.runCampaign({ id });
  await campaignBecomes(account, id, 'completed');
  expect((await listDeliveries(account)).count).toBe(0);
  await setUrl(account, 'call', `${receiver.url}/call`);
  await callNobody(account);
  // The carrier may tell of the call before it long after its end.
  const ofThisCall = () =>
    receiver.received.filter((event) => String(payloadOf(event).data.to).endsWith(CALLEE.isBusy));
  await eventually(() =>
    expect(
      ofThisCall()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(UNANSWERED_EVENTS),
  );
});
