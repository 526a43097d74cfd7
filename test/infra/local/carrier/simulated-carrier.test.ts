import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { startCarrier } from '#infra/local/carrier/carrier.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { newCarrierBench } from './carrier-bench.ts';

const SPEED = 200;
const FROM = '+12125551000';

const bench = newCarrierBench(SPEED);
const { time } = bench;

const dial = (lastDigits: string, commandId = `call-${lastDigits}`) =>
  simulatedTelephony({ carrierUrl: bench.carrier.url }).dial({
    commandId,
    from: FROM,
    to: `+1415555${lastDigits}`,
    clientState: 'c3RhdGU=',
    recordingEnabled: true,
  });

const types = (): string[] => bench.receiver.received.map(({ type }) => type);
const arrived = (count: number): Promise<void> =>
  time.until(() => bench.receiver.received.length >= count, `${count} events`);
const last = () => bench.receiver.received.at(-1)?.data ?? {};
const dataOf = (type: string) => bench.receiver.received.findLast((event) => event.type === type)?.data ?? {};
const commandLines = () =>
  readFileSync(join(bench.stateDir, 'carrier.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const ANSWERED = [
  'call.initiated',
  'call.answered',
  'call.machine_detection.ended',
  'call.recording.saved',
  'call.hangup',
  'call.completed',
  'call.cost',
];

test.each(['0001', '4242'])('a callee ending in %s answers, talks and hangs up, every event signed', async (digits) => {
  const placed = await dial(digits);
  await arrived(ANSWERED.length);
  expect(types()).toEqual(ANSWERED);
  expect(bench.receiver.received.every(({ signatureHolds }) => signatureHolds)).toBe(true);
  const completed = dataOf('call.completed');
  expect(placed).toMatchObject({ result: 'placed', callControlId: completed.call_control_id });
  expect(completed).toMatchObject({
    hangup_cause: 'normal_clearing',
    result: 'human',
    client_state: 'c3RhdGU=',
    direction: 'outbound',
    from: FROM,
    to: `+1415555${digits}`,
    duration_secs: expect.any(Number),
    end_time: expect.any(String),
  });
  expect(completed).not.toHaveProperty('transcript');
});

test.each([
  ['0002', 'no_answer'],
  ['0003', 'user_busy'],
  ['0005', 'invalid_number'],
])('a callee ending in %s is never answered: %s', async (digits, cause) => {
  expect(await dial(digits)).toMatchObject({ result: 'placed' });
  await arrived(2);
  expect(types()).toEqual(['call.initiated', 'call.hangup']);
  expect(last()).toMatchObject({ hangup_cause: cause });
  expect(last()).not.toHaveProperty('result');
});

test('a callee ending in 0004 is a voicemail', async () => {
  await dial('0004');
  await arrived(ANSWERED.length);
  expect(dataOf('call.completed')).toMatchObject({ result: 'machine', hangup_cause: 'normal_clearing' });
});

test('a callee ending in 0007 is called although the dial never gets an answer', async () => {
  const body = JSON.stringify({ command_id: 'call-7', from: FROM, to: '+14155550007', client_state: '' });
  const patience = new AbortController();
  const answered = jest.fn();
  const request = fetch(`${bench.carrier.url}/calls`, { method: 'POST', body, signal: patience.signal }).then(answered);
  await arrived(ANSWERED.length - 1);
  expect(answered).not.toHaveBeenCalled();
  patience.abort();
  await expect(request).rejects.toThrow();
  expect(dataOf('call.completed')).toMatchObject({ hangup_cause: 'normal_clearing' });
});

test('a callee ending in 0008 has every event twice and out of order', async () => {
  await dial('0008');
  await arrived(ANSWERED.length * 2);
  expect(types().sort()).toEqual([...ANSWERED, ...ANSWERED].sort());
  expect(types().slice(0, ANSWERED.length)).not.toEqual(ANSWERED);
  expect(types().indexOf('call.hangup')).toBeLessThan(types().indexOf('call.answered'));
});

test('a callee ending in 0009 is refused for its rate once per command', async () => {
  expect(await dial('0009')).toMatchObject({ result: 'busy_carrier' });
  expect(await dial('0009')).toMatchObject({ result: 'placed' });
  expect(commandLines().map(({ result }) => result)).toEqual(['rate_limited', 'placed']);
});

test('a command is obeyed once: its duplicate gets the same answer and a line of its own', async () => {
  const first = await dial('0003');
  expect(await dial('0003')).toEqual(first);
  await arrived(2);
  expect(types()).toEqual(['call.initiated', 'call.hangup']);
  expect(commandLines()).toEqual(
    ['placed', 'duplicate'].map((result) =>
      expect.objectContaining({ command: 'dial', command_id: 'call-0003', result }),
    ),
  );
});

test('an event that is not accepted is sent again, also by the next process, with the same key', async () => {
  bench.receiver.answer(503);
  await dial('0003');
  await time.until(() => bench.receiver.refused() === 2, 'an event that is sent again');
  const { publicKey } = bench.carrier;
  await bench.carrier.stop();
  bench.receiver.answer(200);
  bench.carrier = await bench.start();
  await arrived(2);
  expect(bench.carrier.publicKey).toBe(publicKey);
  expect(types()).toEqual(['call.initiated', 'call.hangup']);
});

test('events wait until the webhook address is known', async () => {
  await bench.carrier.stop();
  bench.carrier = await startCarrier({ stateDir: bench.stateDir, speed: SPEED, port: 0 });
  await dial('0003');
  bench.carrier.setWebhookUrl(bench.receiver.url);
  await arrived(2);
});

test('a call can be found by its command, and an unknown command cannot', async () => {
  const telephony = simulatedTelephony({ carrierUrl: bench.carrier.url });
  await dial('0003');
  await arrived(2);
  expect(await telephony.findCall({ callControlId: null, commandId: 'call-0003', clientState: '' })).toMatchObject({
    state: 'ended',
    hangupCause: 'user_busy',
  });
  expect(await telephony.findCall({ callControlId: null, commandId: 'never-sent', clientState: '' })).toBe('not_found');
});

const receiveCall = async (): Promise<string> => {
  const body = JSON.stringify({ from: '+14155550100', to: FROM });
  const response = await fetch(`${bench.carrier.url}/inbound-calls`, { method: 'POST', body });
  return ((await response.json()) as { call_control_id: string }).call_control_id;
};

test.each([true, false])('an incoming call that is answered is recorded as wanted: %s', async (recordingEnabled) => {
  const callControlId = await receiveCall();
  const telephony = simulatedTelephony({ carrierUrl: bench.carrier.url });
  await telephony.answer({ callControlId, commandId: 'answer-1', recordingEnabled, clientState: 'c3RhdGU=' });
  await telephony.answer({ callControlId, commandId: 'answer-1', recordingEnabled, clientState: 'c3RhdGU=' });
  await telephony.hangUp({ callControlId, commandId: 'hang-up-1' });
  await time.until(() => types().includes('call.cost'), 'the end');
  expect(bench.receiver.received[0]).toMatchObject({ type: 'call.initiated', data: { direction: 'inbound' } });
  const recording = recordingEnabled ? ['call.recording.saved'] : [];
  expect(types()).toEqual([
    'call.initiated',
    'call.answered',
    ...recording,
    'call.hangup',
    'call.completed',
    'call.cost',
  ]);
});

test('an incoming call that is rejected hangs up', async () => {
  const callControlId = await receiveCall();
  await simulatedTelephony({ carrierUrl: bench.carrier.url }).reject({ callControlId, commandId: 'reject-1' });
  await arrived(2);
  expect(last()).toMatchObject({ hangup_cause: 'user_busy' });
});

test('somebody whose call is ignored gives up', async () => {
  await receiveCall();
  await arrived(2);
  expect(last()).toMatchObject({ hangup_cause: 'no_answer' });
});
