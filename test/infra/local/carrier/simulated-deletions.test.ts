import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { filesWith } from '#test/harness/bytes-on-disk.ts';
import { newCarrierBench } from './carrier-bench.ts';

const OURS = '+12125551234';
const CALLEE = '+14155550001';

const bench = newCarrierBench(1);
const { time } = bench;

const telephony = () => simulatedTelephony({ carrierUrl: bench.carrier.url });
const placed = async (commandId: string, to = CALLEE) => {
  const call = await telephony().dial({ commandId, from: OURS, to, clientState: '', recordingEnabled: true });
  if (call.result !== 'placed') throw new Error(call.reason);
  return call;
};
const told = (callControlId: string, type: string): boolean =>
  bench.receiver.received.some((event) => event.type === type && event.data.call_control_id === callControlId);
const ended = async (commandId: string, to?: string) => {
  const call = await placed(commandId, to);
  await time.until(() => told(call.callControlId, 'call.answered'), 'the answer');
  await telephony().hangUp({ callControlId: call.callControlId, commandId: `${commandId}-bye` });
  return call;
};
const lines = (): Record<string, unknown>[] =>
  readFileSync(join(bench.stateDir, 'carrier.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('of a deleted call no file holds a number, or a word, while the carrier runs', async () => {
  const call = await ended('call-1');
  await time.until(() => told(call.callControlId, 'call.cost'), 'the price');
  expect(filesWith(bench.stateDir, CALLEE)).not.toEqual([]);
  await telephony().deleteCall(call);
  for (const bytes of [CALLEE, OURS, 'Hi, yes, I have a minute']) expect(filesWith(bench.stateDir, bytes)).toEqual([]);
  expect(await telephony().findCall({ ...call, commandId: 'call-1', clientState: '' })).toBe('not_found');
});

test('its lines in the log stay, without their numbers', async () => {
  const call = await ended('call-1');
  await telephony().deleteCall(call);
  const masked = { call_control_id: call.callControlId, from: '*'.repeat(OURS.length), to: '*'.repeat(CALLEE.length) };
  expect(lines()).toEqual([
    expect.objectContaining({ command: 'dial', ...masked }),
    expect.objectContaining({ command: 'hangup', ...masked }),
    expect.objectContaining({ command: 'delete_call', from: null, to: null, result: 'ok' }),
  ]);
});

test('calls with the same number keep theirs', async () => {
  const [call, other] = [await ended('call-1'), await ended('call-2')];
  await telephony().deleteCall(call);
  const ofOther = lines().filter(({ call_control_id }) => call_control_id === other.callControlId);
  expect(ofOther.map(({ to }) => to)).toEqual([CALLEE, CALLEE]);
  expect(await telephony().findCall({ ...other, commandId: 'call-2', clientState: '' })).toMatchObject({
    state: 'ended',
  });
});

test('events that nobody has accepted are not sent after the deletion', async () => {
  const call = await ended('call-1');
  bench.receiver.answer(500);
  await time.until(() => bench.receiver.refused() > 0, 'a refusal');
  await telephony().deleteCall(call);
  expect(filesWith(bench.stateDir, CALLEE)).toEqual([]);
  bench.receiver.answer(200);
  const received = bench.receiver.received.length;
  await bench.restart();
  await time.pass(60_000);
  expect(bench.receiver.received).toHaveLength(received);
});

test('a deletion that left something in the log is finished by its repetition', async () => {
  const call = await ended('call-1');
  await telephony().deleteCall(call);
  const path = join(bench.stateDir, 'carrier.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('*'.repeat(CALLEE.length), CALLEE));
  await telephony().deleteCall(call);
  expect(filesWith(bench.stateDir, CALLEE)).toEqual([]);
});

test('a call that is not over keeps everything, and that is an error', async () => {
  const call = await placed('call-1');
  await expect(telephony().deleteCall(call)).rejects.toThrow('The call is not over yet.');
  await expect(telephony().deleteRecordings(call)).rejects.toThrow('The call is not over yet.');
  await time.until(() => told(call.callControlId, 'call.cost'), 'the price');
  await telephony().deleteCall(call);
});

test('of a dial that was refused for its rate no file holds the number', async () => {
  const to = '+14155550009';
  await expect(placed('call-1', to)).rejects.toThrow('Too many dials');
  expect(filesWith(bench.stateDir, to)).toEqual([]);
});
