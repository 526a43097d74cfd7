import { beforeAll, describe, expect, test } from '@jest/globals';
import { TURN_MAX_CHARS, TURNS_MAX } from '#shared/domain/conversation/record-input.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import type { HostedTurn } from '#shared/ports/telephony.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { getConversation, writeConversation } from '#shared/store/conversation/conversations.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let bench: LiveCall;
let assistantId: string;
beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant()).id;
});

const EMAIL = 'ada@acme.example';

describe('a call that the carrier’s own engine led', () => {
  const AT = '2026-11-21T10:00:00.000Z';
  const linesOf = (...texts: string[]): HostedTurn[] => texts.map((text) => ({ role: 'user', text, at: AT }));

  /** What the conversation's state knows, and what the carrier tells. */
  const led = async (known: HostedTurn[], read: () => Promise<HostedTurn[]>, given: Partial<CallRecord> = {}) => {
    const conversation_id = 'conversation_1';
    bench = await newLiveCall(account, { assistant_id: assistantId, conversation_id, ...given });
    const before = await getConversation(testTable(), bench.call.id);
    const state = { ...before.state, turns: known };
    await writeConversation(testTable(), bench.call.id, before, { state, input_id: null, actions: [] });
    bench.ports.telephony = { ...bench.ports.telephony, conversations: { read } as never };
    await bench.end();
  };
  const transcript = async () => (await bench.record()).transcript;

  test.each([
    ['the carrier’s, which has more of it', linesOf('Hello.'), linesOf('Hello.', 'Bye.'), linesOf('Hello.', 'Bye.')],
    ['what was heard, of which the carrier has less', linesOf('Hi.', 'Bye.'), linesOf('Hi.'), linesOf('Hi.', 'Bye.')],
    ['the carrier’s, with its exact times', linesOf('As heard.'), linesOf('As noted.'), linesOf('As noted.')],
    ['what was heard, if the carrier has nothing', linesOf('Hello.'), [], linesOf('Hello.')],
  ])('has as its transcript %s', async (_, known, told, expected) => {
    await led(known, async () => told);
    await bench.conclude();
    expect(await transcript()).toEqual(expected);
  });

  test('has no more of it than an item of the table holds', async () => {
    await led([], async () =>
      linesOf(...Array.from({ length: TURNS_MAX + 5 }, (_, at) => `${at} ${'ß'.repeat(3_000)}`)),
    );
    await bench.conclude();
    const { concluded_at } = await bench.record();
    expect(concluded_at).not.toBeNull();
    expect(await transcript()).toHaveLength(TURNS_MAX);
    expect((await transcript()).at(-1)?.text).toHaveLength(TURN_MAX_CHARS);
  });

  test('is waited for while nobody knows a word of it, and for ten minutes', async () => {
    await led([], async () => []);
    await expect(bench.conclude()).rejects.toThrow('no transcript of this call yet');
    bench.wait(600);
    await bench.conclude();
    expect((await bench.record()).concluded_at).not.toBeNull();
  });

  test('is concluded with what was heard if the carrier’s transcript cannot be read for ten minutes', async () => {
    await led(linesOf('Hello.'), () => Promise.reject(new Error('The carrier is down.')));
    await expect(bench.conclude()).rejects.toThrow('The carrier is down.');
    bench.wait(600);
    await bench.conclude();
    expect(await transcript()).toEqual(linesOf('Hello.'));
  });

  test('keeps the carrier’s transcript that an earlier try has read', async () => {
    const whole = linesOf('Hello.', `Write to ${EMAIL}.`);
    await led(linesOf('Hello.'), async () => whole);
    bench.models = { ...bench.models, extract: () => Promise.reject(new LanguageModelError('timeout', 'Too late.')) };
    await expect(bench.conclude()).rejects.toThrow('Too late.');
    bench.models = scriptedModels();
    bench.ports.telephony = {
      ...bench.ports.telephony,
      conversations: { read: () => Promise.reject(new Error('The carrier is down.')) } as never,
    };
    bench.wait(600);
    await bench.conclude();
    expect(await transcript()).toEqual(whole);
  });

  test('and a machine answered is not waited for', async () => {
    await led([], async () => [], { answered_by: 'machine' });
    await bench.conclude();
    expect((await bench.record()).concluded_at).not.toBeNull();
  });
});
