import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { NO_USAGE } from '#shared/domain/call/cost.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { applyEvent } from '#shared/engine/call/apply-event.ts';
import { countUsage } from '#shared/engine/call/count-usage.ts';
import { enqueueFollowUps } from '#shared/engine/call/follow-up.ts';
import { completeChat } from '#shared/engine/conversation/complete-chat.ts';
import type { LanguageModels } from '#shared/ports/language-models.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import type { Call } from '#shared/schemas/call.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { getConversation } from '#shared/store/conversation/conversations.ts';
import { told as found } from '#test/domain/extraction/records.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { textsOf } from '#test/harness/given/calls/conversations.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { callsOf, readCall, readCampaign } from '#test/harness/read.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';
import { callConcluded, campaignBecomes, comesToRest } from '#test/harness/wait-for.ts';

let account: TestAccount;
let campaign: Campaign;
let bench: LiveCall;
beforeAll(async () => {
  account = await newAccount();
});

const newCall = async (given: Partial<CallRecord> = {}): Promise<void> => {
  const { id } = await account.given.assistant();
  campaign = await account.given.campaign({ assistantId: id });
  bench = await newLiveCall(account, { assistant_id: id, campaign_id: campaign.id, ...given });
};
beforeEach(() => newCall());

/** The carrier's event, applied; answers whether the call is to be looked at for what remains. */
const told = async (type: string, data: object = {}): Promise<boolean> => {
  const event = CallEvent.parse({ type, data: { call_control_id: bench.call.call_control_id, ...data } });
  const { ports, call } = bench;
  const queue = { send: async () => undefined };
  const applied = await applyEvent({ ...ports, webhookQueue: queue }, call.id, event, ports.clock().toISOString());
  const looks: unknown[] = [];
  const others = { ...ports, campaignQueue: queue, conversationQueue: queue, recordingQueue: queue };
  const endedCallQueue = { send: async (messages: unknown[]) => void looks.push(...messages) };
  if (applied) await enqueueFollowUps({ ...others, endedCallQueue }, event, applied);
  return looks.length > 0;
};
const priced = (totalUsd: string) => told('call.cost', { cost: { totalUsd } });
const hungUp = () => told('call.hangup', { hangup_cause: 'normal_clearing', result: 'human' });
const completed = (duration_secs: number) =>
  told('call.completed', { hangup_cause: 'normal_clearing', result: 'human', duration_secs });

const costs = async () => [
  (await readCall(account, bench.call.id)).cost,
  (await readCampaign(account, campaign.id)).cost,
];
const expectCosts = async (expected: object): Promise<void> => {
  const [ofCall, ofCampaign] = await costs();
  expect(ofCall).toMatchObject(expected);
  expect(ofCampaign).toEqual(ofCall);
};

const sumOf = (calls: Call[]) => {
  const sum = (of: (call: Call) => number) => calls.reduce((total, call) => total + of(call), 0);
  return {
    seconds: sum(({ cost }) => cost.seconds),
    input_tokens: sum(({ cost }) => cost.input_tokens),
    output_tokens: sum(({ cost }) => cost.output_tokens),
    carrier_usd: sum(({ cost }) => Number(cost.carrier_usd)).toFixed(4),
  };
};

describe('a campaign', () => {
  test('costs what its calls cost: seconds, tokens, and what the carrier reports, also of events that come twice', async () => {
    const kinds = [CALLEE.answers, CALLEE.scramblesEvents, CALLEE.hasVoicemail, CALLEE.isBusy];
    const contacts = await Promise.all(kinds.map((kind) => account.given.contact({ phone: calleePhone(kind) })));
    const { id } = await account.given.campaignWith(contacts, { maxAttemptsPerContact: 1, maxConcurrentCalls: 4 });
    await account.api.runCampaign({ id });
    await comesToRest(await campaignBecomes(account, id, 'completed'));
    const answered = (await callsOf(account, id)).filter(({ outcome }) => outcome !== 'busy');
    await Promise.all(answered.map((call) => callConcluded(account, call.id)));
    const listed = await callsOf(account, id);
    const calls = await Promise.all(listed.map((call) => readCall(account, call.id)));
    expect(calls).toHaveLength(kinds.length);
    for (const call of calls) {
      const { cost, outcome, duration_secs } = call;
      const price = outcome === 'busy' ? '0.0000' : '0.0100';
      expect(cost).toMatchObject({ seconds: duration_secs ?? 0, carrier_usd: price });
      const isTalk = outcome === 'answered' && textsOf(call, 'user').length > 0;
      if (isTalk) expect(Math.min(cost.input_tokens, cost.output_tokens)).toBeGreaterThan(0);
    }
    expect((await readCampaign(account, id)).cost).toEqual(sumOf(calls));
    expect((await readCampaign(account, id)).cost).toEqual(sumOf(calls));
  });
});

describe('what a call used', () => {
  const talk = async (): Promise<void> => {
    await bench.deliver(ANSWERED, heard('What is this about?'), HUNG_UP);
    await hungUp();
  };

  test('is counted once, however often it is looked at, and at the same time', async () => {
    await talk();
    await completed(42);
    await priced('0.0125');
    await Promise.all([bench.conclude(), bench.conclude(), bench.conclude()]);
    await Promise.all(Array.from({ length: 4 }, () => countUsage(bench.ports, bench.call.id)));
    await expectCosts({ seconds: 42, carrier_usd: '0.0125' });
    const { usage, usage_counted } = await bench.record();
    expect(usage_counted).toEqual(usage);
    expect(usage.inputTokens).toBeGreaterThan(0);
  });

  test('follows a price that is told late, again, and corrected', async () => {
    await talk();
    await bench.conclude();
    for (const price of ['0.01', '0.01', '0.015', '0.0049']) {
      expect(await priced(price)).toBe(true);
      await bench.conclude();
      await expectCosts({ carrier_usd: Number(price).toFixed(4) });
    }
  });

  test('follows a duration that is told after the call was concluded', async () => {
    await talk();
    await bench.conclude();
    await expectCosts({ seconds: 0 });
    expect(await completed(42)).toBe(true);
    await bench.conclude();
    await expectCosts({ seconds: 42 });
  });

  const conclude = () => bench.conclude();
  const price = () => priced('0.01');

  test.each([
    ['the price comes while the call is concluded', conclude, price],
    ['the call is concluded while the price comes', price, conclude],
  ])('is complete when %s', async (_, first, meanwhile) => {
    await talk();
    const { table } = bench.ports;
    bench.ports.table = tableBeforeWrite(() => {
      bench.ports.table = table;
      return meanwhile();
    });
    await first();
    await countUsage(bench.ports, bench.call.id);
    await expectCosts({ carrier_usd: '0.0100' });
    expect((await bench.record()).usage.outputTokens).toBeGreaterThan(0);
  });

  test('is counted with the conclusion itself, so that no function can die in between', async () => {
    await talk();
    const { table } = bench.ports;
    bench.ports.table = {
      ...tableBeforeWrite(async () => undefined),
      async transact(operations) {
        bench.ports.table = tableBeforeWrite(() => Promise.reject(new Error('The function dies.')));
        await table.transact(operations);
      },
    };
    await bench.conclude().catch(() => undefined);
    expect((await bench.record()).usage.outputTokens).toBeGreaterThan(0);
    await expectCosts({});
  });

  test('follows an answer that is told after the end', async () => {
    await newCall({
      answered_at: null,
      answered_by: 'human',
      started_at: new Date(Date.now() - MINUTE_MS).toISOString(),
    });
    await talk();
    await bench.conclude();
    expect(await told('call.answered', { occurred_at: new Date(Date.now() - 30_000).toISOString() })).toBe(true);
    await bench.conclude();
    const { duration_secs } = await bench.record();
    expect(duration_secs).toBeGreaterThanOrEqual(29);
    await expectCosts({ seconds: duration_secs });
  });

  test('is what the carrier asks for a call that nobody answered, too', async () => {
    await newCall({ status: 'ringing', answered_at: null });
    await priced('0.002');
    expect(await told('call.hangup', { hangup_cause: 'no_answer' })).toBe(true);
    await bench.conclude();
    await expectCosts({ seconds: 0, input_tokens: 0, carrier_usd: '0.0020' });
  });

  test('is nothing for a call that nobody answered and that is free: it is not even looked at', async () => {
    await newCall({ status: 'ringing', answered_at: null });
    expect(await told('call.hangup', { hangup_cause: 'no_answer' })).toBe(false);
    expect((await bench.record()).usage).toEqual(NO_USAGE);
  });

  test('is counted without a campaign as well', async () => {
    await newCall({ campaign_id: null, direction: 'inbound' });
    await talk();
    await bench.conclude();
    await completed(42);
    await priced('0.01');
    await bench.conclude();
    expect((await readCall(account, bench.call.id)).cost).toMatchObject({ seconds: 42, carrier_usd: '0.0100' });
  });

  describe('at the model endpoint', () => {
    const ANSWER = { inputTokens: 30, outputTokens: 4 };
    const EXTRACTION = { inputTokens: 100, outputTokens: 10 };

    /** The carrier's engine asks for the next words, and reads them to their end. */
    const ask = async (): Promise<void> => {
      const models = scriptedModels();
      const stream: LanguageModels['stream'] = (asked) => ({ ...models.stream(asked), usage: Promise.resolve(ANSWER) });
      const messages = [{ role: 'user', content: 'What is this about?' }];
      const request = { messages, stream: true, extra_metadata: { call_id: bench.call.id } };
      const reply = await completeChat({ ...bench.ports, models: { ...models, stream } }, request);
      let read = '';
      for await (const piece of reply?.pieces ?? []) read += piece;
      expect(read).toMatch(/DONE/);
    };

    test('is added to what conversation and extraction used, once', async () => {
      await talk();
      const { usage } = (await getConversation(bench.ports.table, bench.call.id)).state;
      await Promise.all([ask(), ask(), ask()]);
      bench.models = { ...bench.models, extract: async () => ({ output: found({}), ...EXTRACTION }) as never };
      await bench.conclude();
      await bench.conclude();
      await expectCosts({
        input_tokens: 3 * ANSWER.inputTokens + usage.inputTokens + EXTRACTION.inputTokens,
        output_tokens: 3 * ANSWER.outputTokens + usage.outputTokens + EXTRACTION.outputTokens,
      });
    });

    test('comes into the sum of the campaign although the call is concluded', async () => {
      await talk();
      await bench.conclude();
      const { usage } = await bench.record();
      await ask();
      await expectCosts({
        input_tokens: usage.inputTokens + ANSWER.inputTokens,
        output_tokens: usage.outputTokens + ANSWER.outputTokens,
      });
    });
  });
});
