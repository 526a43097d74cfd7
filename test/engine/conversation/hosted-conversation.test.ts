import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { CommandRefused } from '#shared/ports/telephony.ts';
import { storedChanges } from '#shared/store/call/stored-call.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { readContact } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';

const MESSAGE = 'Please call us back.';
const MACHINE: ConversationInput = { id: 'detected', type: 'detected', by: 'machine' };
const GREETING_ENDED: ConversationInput = { id: 'greeting-ended', type: 'greeting_ended', isBeep: false };

let account: TestAccount;
let assistantId: string;
let bench: LiveCall;
let engine: string[];
/** What the carrier's engine refuses to do. */
let refused: string[];
/** How its next starts fail. */
let failures: Error[];

const hostedBench = async (given: Parameters<typeof newLiveCall>[1] = {}): Promise<void> => {
  bench = await newLiveCall(account, { assistant_id: assistantId, ...given });
  engine = [];
  refused = [];
  failures = [];
  const command = (name: string) => async () => {
    const failure = name === 'start' ? failures.shift() : undefined;
    if (failure) throw failure;
    if (refused.includes(name)) throw new Error(`There is nothing to ${name}.`);
    engine.push(name);
    return name === 'start' ? 'conversation-1' : undefined;
  };
  const conversations = {
    shareModelToken: async () => undefined,
    start: command('start'),
    stop: command('stop'),
    read: async () => [],
  } as never;
  bench.ports.telephony = { ...bench.ports.telephony, conversations };
};

beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant()).id;
});
beforeEach(() => hostedBench());

const names = (): string[] => bench.commands.map(({ name }) => name);
const spoken = (): string[] => bench.commands.flatMap(({ text }) => text ?? []);
const history = (...texts: string[]): ConversationInput => ({
  id: `history-${texts.length}`,
  type: 'history',
  lines: texts.map((text, index) => ({ role: index % 2 === 0 ? 'assistant' : 'user', text })),
});

test('the engine is started once, and what it hears is left to it', async () => {
  await bench.deliver(ANSWERED, heard('Who is this?'));
  await bench.deliver(ANSWERED);
  expect(engine).toEqual(['start']);
  expect(bench.commands).toEqual([]);
  expect((await bench.record()).conversation_id).toBe('conversation-1');
});

describe('an engine that does not start', () => {
  test('is asked again at once', async () => {
    failures = [new Error('Telnyx answered 500.'), new Error('Telnyx answered 429.')];
    await bench.deliver(ANSWERED);
    expect(engine).toEqual(['start']);
    expect(names()).toEqual([]);
  });

  test('however often it is asked leaves nobody on the line, and the call says why', async () => {
    failures = [1, 2, 3].map(() => new CommandRefused('Telnyx answered 422.'));
    await bench.deliver(ANSWERED);
    expect([engine, names()]).toEqual([[], ['hangUp']]);
    expect((await bench.record()).error).toMatch('Telnyx answered 422.');
  });
});

test('what was said is to be read while the call is on', async () => {
  await bench.deliver(ANSWERED, history('Hello.', 'Hi.'));
  expect(await bench.said()).toEqual(['assistant: Hello.', 'user: Hi.']);
});

test('after a farewell the line is hung up', async () => {
  await bench.deliver(ANSWERED, history('Hello.', 'Hi.', 'Have a nice day. Goodbye.'));
  expect(names()).toEqual([]);
  bench.wait(20);
  await bench.deliver({ type: 'silence_check', ...bench.checks.at(-1) } as ConversationInput);
  expect(names()).toEqual(['hangUp']);
});

test('a wish not to be called again is heeded during the call, and not again after a person has lifted it', async () => {
  const contact = await account.given.contact();
  await hostedBench({ contact_id: contact.id });
  await bench.deliver(ANSWERED, history('Hello.', 'Please take me off your list.'));
  expect((await readContact(account, contact.id)).do_not_call).toBe(true);
  await account.api.updateContact({ id: contact.id, doNotCall: false });
  await bench.deliver(history('Hello.', 'Please take me off your list.', 'As you like.'), HUNG_UP);
  expect((await readContact(account, contact.id)).do_not_call).toBe(false);
});

describe('a mailbox', () => {
  const withPolicy = async (voicemailPolicy: string): Promise<void> => {
    const settings = { voicemailPolicy, voicemailMessage: MESSAGE };
    const { id } = await account.given.campaign({ assistantId, settings });
    await hostedBench({ campaign_id: id });
  };

  test('is left the message after its greeting, by us, while the engine is silent', async () => {
    await withPolicy('leave_message');
    await bench.deliver(ANSWERED, history('Hello.'), MACHINE);
    expect(engine).toEqual(['start']);
    await bench.deliver(GREETING_ENDED);
    expect(engine).toEqual(['start', 'stop']);
    expect(spoken()).toEqual([MESSAGE]);
    await bench.deliver({ id: 'ended', type: 'speak_ended' });
    expect(names()).toEqual(['speak', 'hangUp']);
    expect(await bench.said()).toEqual(['assistant: Hello.', `assistant: ${MESSAGE}`]);
  });

  test('is left the message though the engine says that there is nothing to stop', async () => {
    await withPolicy('leave_message');
    refused = ['stop'];
    await bench.deliver(ANSWERED, MACHINE, GREETING_ENDED);
    expect(spoken()).toEqual([MESSAGE]);
  });

  test('that was recognised before the answer is told gets no engine at all', async () => {
    await withPolicy('leave_message');
    await testTable().write({ update: keys.call(bench.call.id), set: storedChanges({ answered_by: 'machine' }) });
    await bench.deliver(ANSWERED, MACHINE, GREETING_ENDED);
    expect(engine).toEqual(['stop']);
    expect(spoken()).toEqual([MESSAGE]);
  });

  test('that only its beep gives away is left the message too', async () => {
    await withPolicy('leave_message');
    await bench.deliver(ANSWERED, { id: 'beep', type: 'greeting_ended', isBeep: true });
    expect(engine).toEqual(['start', 'stop']);
    expect(spoken()).toEqual([MESSAGE]);
  });

  test('is hung up on under the policy hangup', async () => {
    await withPolicy('hangup');
    await bench.deliver(ANSWERED, MACHINE);
    expect(names()).toEqual([]);
    await bench.deliver(GREETING_ENDED);
    expect(names()).toEqual(['hangUp']);
  });

  test('is talked to by the engine under the policy continue', async () => {
    await withPolicy('continue');
    await bench.deliver(ANSWERED, MACHINE, GREETING_ENDED);
    expect(engine).toEqual(['start']);
    expect(names()).toEqual([]);
  });
});
