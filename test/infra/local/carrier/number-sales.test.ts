import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningCarrier, startCarrier } from '#infra/local/carrier/carrier.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const NUMBER = '+12125551000';

const time = newSuiteTime();

let stateDir: string;
let carrier: RunningCarrier;
let telephony: Telephony;

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'carrier-'));
  carrier = await startCarrier({ stateDir, speed: 1, port: 0 });
  telephony = simulatedTelephony({ carrierUrl: carrier.url });
});

afterEach(async () => {
  await carrier.stop();
  rmSync(stateDir, { recursive: true });
});

const order = async (phoneNumber: string, orderReference: string): Promise<string> => {
  const sale = await telephony.orderNumber({ phoneNumber, orderReference });
  return sale.result === 'ordered' ? sale.providerNumberId : sale.reason;
};

const commands = (): unknown[] =>
  readFileSync(join(stateDir, 'carrier.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ command, command_id, to, result }) => [command, command_id, to, result]);

test('a released number is for sale again, and releasing it once more changes nothing', async () => {
  const providerNumberId = await order(NUMBER, 'num_1');
  const number = { providerNumberId, phoneNumber: NUMBER };
  await telephony.releaseNumber(number);
  await telephony.releaseNumber(number);
  expect(await telephony.findOrder('num_1')).toEqual({ result: 'not_found' });
  const [offered] = await telephony.searchNumbers({
    countryCode: 'US',
    areaCode: '212',
    numberType: 'local',
    limit: 1,
  });
  expect(offered?.phoneNumber).toBe(NUMBER);
  const next = await order(NUMBER, 'num_2');
  await telephony.releaseNumber(number);
  expect(await telephony.findOrder('num_2')).toEqual({ result: 'ordered', providerNumberId: next });
  expect(commands()).toEqual([
    ['order_number', 'num_1', NUMBER, 'ordered'],
    ['release_number', providerNumberId, NUMBER, 'released'],
    ['release_number', providerNumberId, NUMBER, 'number_not_found'],
    ['order_number', 'num_2', NUMBER, 'ordered'],
    ['release_number', providerNumberId, NUMBER, 'number_not_found'],
  ]);
});

test('a number ending in 0408 is sold without an answer; asked again, the carrier tells of the one sale', async () => {
  const silent = '+12125550408';
  await expect(time.during(() => order(silent, 'num_1'))).rejects.toThrow();
  const providerNumberId = await order(silent, 'num_1');
  expect(await telephony.findOrder('num_1')).toEqual({ result: 'ordered', providerNumberId });
});

test('a number ending in 0404 is sold to nobody', async () => {
  expect(await order('+12125550404', 'num_1')).toMatch('not in the inventory');
  expect(await telephony.findOrder('num_1')).toEqual({ result: 'not_found' });
});
