import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openCarrierStore } from '#infra/local/carrier/carrier-store.ts';
import { recordingAt } from '#infra/local/carrier/recordings.ts';
import type { CallEvent } from '#shared/domain/call/events.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { simulatedWebhook } from '#shared/providers/telephony/simulated/simulated-webhook.ts';
import { newCarrierBench } from './carrier-bench.ts';

const VOICE = { provider: 'azure', model: 'neural', voiceId: 'en-US-AvaNeural' };
const TRANSCRIBER = { provider: 'deepgram', model: 'nova-3', language: 'en-US' };
const RECORDING_KEPT_MS = 10 * MINUTE_MS;

const bench = newCarrierBench(1);
const { time } = bench;

const telephony = () => simulatedTelephony({ carrierUrl: bench.carrier.url });
const events = (): CallEvent[] =>
  bench.receiver.received.flatMap((event) => simulatedWebhook({ publicKey: '' }).normalise(event));
const count = (wanted: string): number => events().filter(({ type }) => type === wanted).length;
const heard = (): string[] =>
  events().flatMap(({ data }) => (data.transcription?.isFinal ? [data.transcription.text] : []));
const untilHeard = (lines: number): Promise<void> => time.until(() => heard().length >= lines, `${lines} lines`);
const untilTold = (type: string): Promise<void> => time.until(() => count(type) > 0, type);

/** A call whose callee has picked up; what the callee says is transcribed. */
const talkingTo = async (to = '+14155550001'): Promise<string> => {
  const dial = { commandId: `dial-${to}`, from: '+12125551000', to, clientState: '', recordingEnabled: true };
  const placed = await telephony().dial(dial);
  if (placed.result !== 'placed') throw new Error(placed.reason);
  const { callControlId } = placed;
  await untilTold('call.answered');
  await telephony().startTranscription({ callControlId, commandId: 'transcribe', transcriber: TRANSCRIBER });
  return callControlId;
};
const say = (callControlId: string, commandId: string, text = 'Tell me more.') =>
  telephony().speak({ callControlId, commandId, text, voice: VOICE });
const results = (command: string): unknown[] =>
  readFileSync(join(bench.stateDir, 'carrier.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.command === command)
    .map(({ result }) => result);

test('a repeated command does nothing but leave a line', async () => {
  const callControlId = await talkingTo();
  for (let turn = 0; turn < 3; turn += 1) await say(callControlId, 'greeting');
  await untilHeard(1);
  await telephony().hangUp({ callControlId, commandId: 'bye' });
  await telephony().hangUp({ callControlId, commandId: 'bye' });
  await untilTold('call.cost');
  expect(count('call.speak.ended')).toBe(1);
  expect(heard()).toHaveLength(1);
  expect(results('speak')).toEqual(['ok', 'duplicate', 'duplicate']);
  expect(results('hangup')).toEqual(['ok', 'duplicate']);
  expect(results('start_transcription')).toEqual(['ok']);
});

test('a command to a call that has ended, or is unknown, changes nothing and is no failure', async () => {
  const callControlId = await talkingTo();
  await telephony().hangUp({ callControlId, commandId: 'bye' });
  await say(callControlId, 'too-late');
  await say('cc_unknown', 'to-nobody');
  await telephony().reject({ callControlId, commandId: 'reject' });
  expect(results('speak')).toEqual(['ended', 'call_not_found']);
  await untilTold('call.cost');
  expect(count('call.speak.ended')).toBe(0);
});

test('nobody can be spoken to while the phone rings', async () => {
  const dial = { commandId: 'dial', from: '+12125551000', to: '+14155550002', clientState: '', recordingEnabled: true };
  const placed = await telephony().dial(dial);
  const { callControlId } = placed as { callControlId: string };
  await expect(say(callControlId, 'early')).rejects.toThrow(/rings/);
  await telephony().hangUp({ callControlId, commandId: 'bye' });
  await untilTold('call.hangup');
  expect(events().at(-1)?.data).toMatchObject({ hangup_cause: 'no_answer' });
});

test('a conversation goes on after a restart, in which neither calls nor commands are forgotten', async () => {
  const callControlId = await talkingTo();
  await say(callControlId, 'greeting');
  await untilHeard(1);
  await say(callControlId, 'question');
  await bench.restart();
  await untilHeard(2);
  await say(callControlId, 'question');
  await say(callControlId, 'second-question');
  await untilHeard(3);
  expect(heard()[2]).toMatch(/@example\.com/);
  expect(results('speak')).toEqual(['ok', 'ok', 'duplicate', 'ok']);
});

test('the recording is as long as the talk, and can be fetched for ten minutes, from the next process too', async () => {
  const callControlId = await talkingTo();
  expect((await fetch(`${new URL(bench.carrier.url).origin}/recordings/${callControlId}.wav`)).status).toBe(404);
  await say(callControlId, 'a long sentence');
  await untilHeard(1);
  await telephony().hangUp({ callControlId, commandId: 'bye' });
  await untilTold('call.recording.saved');
  const url = String(events().find(({ type }) => type === 'call.recording.saved')?.data.recording_url);
  await bench.restart();
  const response = await fetch(url);
  const file = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-type')).toBe('audio/wav');
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  const [channels, sampleRate, byteRate] = [file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt32LE(28)];
  expect([channels, byteRate]).toEqual([2, sampleRate * 2]);

  const path = new URL(url).pathname;
  const store = openCarrierStore(bench.stateDir);
  const { answeredAt, endedAt } = store.call(callControlId) as { answeredAt: number; endedAt: number };
  expect(file.readUInt32LE(40)).toBe(byteRate * Math.ceil((endedAt - answeredAt) / 1_000));
  expect(recordingAt(store, path, endedAt + RECORDING_KEPT_MS - 1)).toEqual(file);
  expect(() => recordingAt(store, path, endedAt + RECORDING_KEPT_MS)).toThrow('no such recording');
  store.close();
});

test('the events that only the product knows arrive in its words', async () => {
  const callControlId = await talkingTo();
  await say(callControlId, 'greeting');
  await untilHeard(1);
  await telephony().hangUp({ callControlId, commandId: 'bye' });
  await untilTold('call.cost');
  const one = (type: string) => events().find((event) => event.type === type)?.data;
  expect(one('call.speak.ended')).toMatchObject({ command_id: 'greeting', status: 'completed' });
  expect(one('call.transcription')).toMatchObject({ transcription: { text: expect.any(String), isFinal: false } });
  expect(one('call.transcription')).not.toHaveProperty('transcription_data');
  expect(one('call.cost')).toMatchObject({ call_control_id: callControlId, cost: { totalUsd: '0.01' } });
  expect(new Set(events().map(({ data }) => data.event_id)).size).toBe(events().length);
});

test('an event that lacks what it was sent for, or is none of ours, becomes none', () => {
  const { normalise } = simulatedWebhook({ publicKey: '' });
  const data = { call_control_id: 'cc_1' };
  for (const type of ['call.transcription', 'call.cost', 'call.dtmf.received', '']) {
    expect(normalise({ type, data })).toEqual([]);
  }
  const nonsense = { event_id: 1, transcription: 'x', cost: 'x', recording_url: 2, connection_id: null, more: [1] };
  expect(normalise({ type: 'call.hangup', data: { ...data, ...nonsense } })).toEqual([
    { type: 'call.hangup', data: { ...data, recording_url: null, connection_id: null, more: [1] } },
  ]);
});
