import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { converse as lead } from '#functions/workers/converse.ts';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { enqueueFollowUps } from '#shared/engine/call/follow-up.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { writes } from '#test/harness/given/models.ts';
import { readContact } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';

const GREETING = 'Hello, have you got a minute?';

let account: TestAccount;
let assistant: Assistant;
let bench: LiveCall;
beforeAll(async () => {
  account = await newAccount();
  assistant = await greeting(GREETING);
});
beforeEach(async () => {
  bench = await newLiveCall(account, { assistant_id: assistant.id });
});

const greeting = async (first_message: string): Promise<Assistant> => {
  const { id } = await account.given.assistant();
  const change = { accountSlug: account.slug, first_message };
  return (await account.api.updateAssistant({ assistantId: id, ...change })).assistant;
};

const named = (name: string) => bench.commands.filter((command) => command.name === name);
const spoken = (): string[] => named('speak').map(({ text }) => text ?? '');
const distinct = (values: string[]): string[] => [...new Set(values)];
const interim = (text: string, id: string): ConversationInput => ({ id, type: 'heard', text, isFinal: false });
const latestCheck = (): ConversationInput => ({ type: 'silence_check', ...bench.checks.at(-1) }) as ConversationInput;

/** Delivers, and once more when that fails, as the queue does. */
const deliverAgain = async (...inputs: ConversationInput[]): Promise<void> => {
  await expect(bench.deliver(...inputs)).rejects.toThrow('The function dies');
  await bench.deliver(...inputs);
};

describe('a function that dies between its write and its command', () => {
  test.each(['before', 'after'] as const)('%s the greeting repeats it under the same id', async (moment) => {
    bench.failOnce('speak', moment);
    await deliverAgain(ANSWERED);
    expect(distinct(named('speak').map(({ commandId }) => commandId))).toHaveLength(1);
    expect(distinct(named('startTranscription').map(({ commandId }) => commandId))).toHaveLength(1);
    expect(await bench.said()).toEqual([`assistant: ${GREETING}`]);
    expect(bench.checks.length).toBeGreaterThanOrEqual(1);
  });

  test.each(['before', 'after'] as const)(
    '%s a reply repeats the reply, and asks the model no second time',
    async (moment) => {
      await bench.deliver(ANSWERED);
      let asked = 0;
      const { stream } = bench.models;
      bench.models = {
        ...bench.models,
        stream: (request) => {
          asked += 1;
          return stream(request);
        },
      };
      bench.failOnce('speak', moment);
      await deliverAgain(heard('Yes. What is this about?'));
      expect(asked).toBe(1);
      expect(distinct(named('speak').map(({ commandId }) => commandId))).toHaveLength(2);
      expect(spoken().at(-1)).toBe((await bench.said()).at(-1)?.replace('assistant: ', ''));
      expect(bench.checks.at(-1)?.turn).toBe(3);
    },
  );

  test('repeats stopping under the same id, so that no later speech is stopped', async () => {
    await bench.deliver(ANSWERED);
    bench.failOnce('stopSpeaking', 'after');
    await deliverAgain(interim('Yes,', 'interim-1'));
    expect(named('stopSpeaking')).toHaveLength(2);
    expect(distinct(named('stopSpeaking').map(({ commandId }) => commandId))).toHaveLength(1);
  });

  test('hangs up in the end all the same', async () => {
    bench.failOnce('hangUp', 'before');
    const greeting: ConversationInput = { id: 'greeting-ended', type: 'greeting_ended', isBeep: false };
    await deliverAgain(ANSWERED, { id: 'detected', type: 'detected', by: 'machine' }, greeting);
    expect(named('hangUp')).toHaveLength(1);
  });
});

describe('an input that comes twice', () => {
  test('is spoken to once: the carrier is told nothing under a new id', async () => {
    await bench.deliver(ANSWERED);
    await bench.deliver(heard('Who is this?', 'transcription-1'));
    await bench.deliver(heard('Who is this?', 'transcription-1'));
    expect(distinct(named('speak').map(({ commandId }) => commandId))).toHaveLength(2);
    expect((await bench.said()).filter((line) => line === 'user: Who is this?')).toHaveLength(1);
  });

  test('long after others is nothing', async () => {
    await bench.deliver(ANSWERED);
    await bench.deliver(heard('Who is this?', 'transcription-1'));
    await bench.deliver(heard('I see.', 'transcription-2'));
    const before = [...bench.commands];
    await bench.deliver(heard('Who is this?', 'transcription-1'), ANSWERED);
    expect(bench.commands).toEqual(before);
  });

  test('takes nothing away from a later one that is still to be repeated', async () => {
    await bench.deliver(ANSWERED, heard('Who is this?', 'transcription-1'));
    bench.failOnce('speak', 'before');
    await expect(bench.deliver(heard('I see.', 'transcription-2'))).rejects.toThrow('The function dies');
    await bench.deliver(heard('Who is this?', 'transcription-1'), heard('I see.', 'transcription-2'));
    expect(distinct(named('speak').map(({ commandId }) => commandId))).toHaveLength(3);
  });

  test('is one look at the silence, however often it is delivered', async () => {
    await bench.deliver(ANSWERED);
    await bench.deliver({ id: 'speak-ended-1', type: 'speak_ended', turn: 1 });
    bench.wait(60);
    const check = latestCheck();
    await bench.deliver(check);
    await bench.deliver(check);
    expect(distinct(spoken())).toEqual([GREETING, 'Are you still there?']);
    expect(distinct(bench.checks.map(({ id }) => id))).toHaveLength(2);
    bench.wait(60);
    await bench.deliver(latestCheck());
    expect(spoken().at(-1)).toMatch(/Goodbye/);
  });
});

describe('a callee who talks over the assistant', () => {
  test('silences it at once, and is answered when they have finished', async () => {
    await bench.deliver(ANSWERED);
    await bench.deliver(interim('Sorry, who', 'interim-1'), interim('Sorry, who is', 'interim-2'));
    expect(named('stopSpeaking')).toHaveLength(1);
    expect(spoken()).toEqual([GREETING]);
    await bench.deliver(heard('Sorry, who is this?'));
    expect(spoken()).toHaveLength(2);
  });
});

describe('a call that lasts too long', () => {
  test('is ended with a goodbye', async () => {
    await bench.deliver(ANSWERED);
    bench.wait(31 * 60);
    await bench.deliver(heard('And another thing.'));
    expect(spoken().at(-1)).toMatch(/Goodbye/);
    bench.wait(60);
    await bench.deliver(latestCheck());
    expect(named('hangUp')).toHaveLength(1);
  });
});

describe('a language model', () => {
  const failure = new LanguageModelError('timeout', 'openai did not answer in time.');

  test.each<[string, string | LanguageModelError]>([
    ['that times out', failure],
    ['that answers empty', ' '],
  ])('%s is excused once, and then the call is ended politely', async (_, answer) => {
    bench.models = { ...bench.models, stream: writes(answer) };
    await bench.deliver(ANSWERED, heard('Who is this?'));
    expect(spoken().at(-1)).toMatch(/^I am sorry/);
    await bench.deliver(heard('I said, who is this?'));
    expect(spoken().at(-1)).toMatch(/Goodbye/);
    await bench.deliver({ id: 'ended', type: 'speak_ended', turn: 5 });
    expect(named('hangUp')).toHaveLength(1);
  });
});

describe('words of records in a prompt', () => {
  test('are never templates themselves, and what is missing is left out', async () => {
    const contact = await account.given.contact({ firstName: '{{call.from_number}}' });
    const curious = await greeting(
      'Hello {{contact.first_name}} of {{company.name}}. {{contact.custom_fields.a.b[0]}}{{',
    );
    const call = { assistant_id: curious.id, contact_id: contact.id };
    bench = await newLiveCall(account, call);
    await bench.deliver(ANSWERED);
    expect(spoken()).toHaveLength(1);
    expect(spoken()[0]).not.toContain('{{');
    expect(spoken()[0]).not.toContain(bench.call.from_number);
    bench = await newLiveCall(account, { assistant_id: curious.id });
    await bench.deliver(ANSWERED);
    expect(spoken()[0]).toMatch(/^Hello {2}of\. /);
  });
});

describe('a wish not to be called again', () => {
  test('that a person has lifted since does not come back with the same words', async () => {
    const contact = await account.given.contact();
    bench = await newLiveCall(account, { assistant_id: assistant.id, contact_id: contact.id });
    await bench.deliver(ANSWERED, heard('Stop calling me.'));
    await account.api.updateContact({ id: contact.id, doNotCall: false });
    await bench.deliver(heard('Stop calling me.'), heard('Thank you.'), HUNG_UP);
    await bench.end();
    await bench.conclude();
    expect((await bench.record()).concluded_at).not.toBeNull();
    expect((await readContact(account, contact.id)).do_not_call).toBe(false);
  });
});

describe('an event of a call', () => {
  test('is told to the campaign before the conversation, which may be slow or down', async () => {
    const event = CallEvent.parse({ type: 'call.answered', data: { call_control_id: bench.call.call_control_id } });
    const told: string[] = [];
    const queue = (name: string) => ({
      send: async (messages: unknown[]) => void told.push(...messages.map(() => name)),
    });
    const ports = {
      table: testTable(),
      clock: () => new Date(),
      campaignQueue: queue('campaign'),
      conversationQueue: { send: () => Promise.reject(new Error('The queue is down.')) },
      endedCallQueue: queue('endedCall'),
      recordingQueue: queue('recording'),
    };
    const call = { ...bench.call, campaign_id: 'camp_1' };
    await expect(enqueueFollowUps(ports, event, { call, keptStatus: false })).rejects.toThrow('The queue is down.');
    expect(told).toEqual(['campaign']);
  });

  test('waits for no reply of another call: every message is worked on by itself', () => {
    expect(lead.source).toMatchObject({ queue: 'conversation', batchSize: 1 });
  });
});

test('a call without an assistant, and one that nobody knows, are left alone', async () => {
  bench = await newLiveCall(account);
  await bench.deliver(ANSWERED);
  expect(bench.commands).toEqual([]);
});
