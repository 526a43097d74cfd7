import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { QUEUES } from '#shared/schemas/messages.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { writes } from '#test/harness/given/models.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';
import { turn } from '#test/harness/time/timers.ts';

let account: TestAccount;
let assistantId: string;
let bench: LiveCall;
beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant()).id;
});
beforeEach(async () => {
  bench = await newLiveCall(account, { assistant_id: assistantId });
  await bench.deliver(ANSWERED, { id: 'greeted', type: 'speak_ended', turn: 1 });
  bench.commands.length = 0;
});

const QUESTION = heard('What is it about?');
const answers = (...deeds: Parameters<typeof writes>): void => {
  bench.models = { ...bench.models, stream: writes(...deeds) };
};
const spoken = (): string[] => bench.commands.flatMap(({ text }) => text ?? []);
const names = (): string[] => bench.commands.map(({ name }) => name);
const speakIds = (): string[] =>
  bench.commands.filter(({ name }) => name === 'speak').map(({ commandId }) => commandId.replace(/^.*-speak-/, ''));
const lastLine = async () => (await bench.record()).transcript.at(-1);
const interim = (id = 'interim'): ConversationInput => ({ id, type: 'heard', text: 'Wait', isFinal: false });

/** Waits until the carrier has so many speeches. */
const whenSpoken = (count: number) => async () => {
  while (spoken().length < count) await turn();
};

test('the first sentence is said before the model has written the next one, and one line has them all', async () => {
  const saidMeanwhile: string[][] = [];
  const look = async () => void saidMeanwhile.push(spoken());
  answers('About a meeting. ', whenSpoken(1), look, 'It is short. ', whenSpoken(2), look, 'Shall we?');
  await bench.deliver(QUESTION);
  expect(saidMeanwhile).toEqual([['About a meeting.'], ['About a meeting.', 'It is short.']]);
  expect(spoken()).toEqual(['About a meeting.', 'It is short.', 'Shall we?']);
  expect(speakIds()).toEqual(['3', '3-1', '3-2']);
  expect(await lastLine()).toMatchObject({ role: 'assistant', text: 'About a meeting. It is short. Shall we?' });
  expect(await lastLine()).not.toHaveProperty('interrupted');
});

test('what is written at once is said at once', async () => {
  answers('About a meeting. ', 'It is short. ', 'Shall we?');
  await bench.deliver(QUESTION);
  expect(spoken()).toEqual(['About a meeting. It is short. Shall we?']);
});

describe('a farewell in the last sentence', () => {
  test('ends the call when all is said', async () => {
    answers('I understand. ', whenSpoken(1), 'Goodbye.');
    await bench.deliver(QUESTION, { id: 'e1', type: 'speak_ended', turn: 3 });
    expect(names()).toEqual(['speak', 'speak']);
    await bench.deliver({ id: 'e2', type: 'speak_ended', turn: 3, part: 1 });
    expect(names()).toEqual(['speak', 'speak', 'hangUp']);
  });

  test('is heeded where the carrier does not say which speech has ended', async () => {
    answers('I understand. ', whenSpoken(1), 'Goodbye.');
    await bench.deliver(QUESTION, { id: 'e1', type: 'speak_ended' }, { id: 'e2', type: 'speak_ended' });
    expect(names()).toEqual(['speak', 'speak', 'hangUp']);
  });
});

describe('words over a reply that is still being written', () => {
  test('stop it at once: what was not said is not said, and not in the transcript', async () => {
    answers('About a meeting. ', whenSpoken(1), () => bench.deliver(interim()), 'It is short. ', 'Shall we?');
    await bench.deliver(QUESTION);
    expect(spoken()).toEqual(['About a meeting.']);
    expect(names().slice(0, 2)).toEqual(['speak', 'stopSpeaking']);
    expect(await lastLine()).toMatchObject({ text: 'About a meeting.', interrupted: true });
    answers('Yes?');
    await bench.deliver(heard('Wait, who are you?'));
    expect(spoken()).toEqual(['About a meeting.', 'Yes?']);
    expect(await lastLine()).not.toHaveProperty('interrupted');
  });

  test('drop the sentences that wait at the carrier behind the one that is being said', async () => {
    answers('One. ', whenSpoken(1), 'Two. ', whenSpoken(2), 'Three.');
    await bench.deliver(QUESTION, { id: 'e1', type: 'speak_ended', turn: 3 }, interim());
    expect(await lastLine()).toMatchObject({ text: 'One. Two.', interrupted: true });
    expect(names()).toEqual(['speak', 'speak', 'speak', 'stopSpeaking']);
  });

  test('stop those too that were on their way to the carrier', async () => {
    const { speak } = bench.ports.telephony;
    answers('One.');
    let isFirst = true;
    bench.ports.telephony = {
      ...bench.ports.telephony,
      speak: async (command) => {
        if (isFirst) await bench.deliver(interim());
        isFirst = false;
        await speak(command);
      },
    };
    await bench.deliver(QUESTION);
    expect(names()).toEqual(['stopSpeaking', 'speak', 'stopSpeaking']);
    const stops = bench.commands.filter(({ name }) => name === 'stopSpeaking').map(({ commandId }) => commandId);
    expect(new Set(stops).size).toBe(2);
  });

  test('overtake it in the queue', () => {
    const { conversation } = QUEUES;
    const groupOf = (input: ConversationInput) =>
      conversation.fifo && conversation.groupOf({ call_id: 'call_1', input });
    expect(groupOf(interim())).not.toBe(groupOf(QUESTION));
    expect(groupOf(QUESTION)).toBe(groupOf(HUNG_UP));
  });
});

describe('a model that breaks off', () => {
  const broken = new LanguageModelError('unavailable', 'openai broke off its answer.');

  test('is excused after what was said, and after the second time the call ends', async () => {
    answers('About a ', broken);
    await bench.deliver(QUESTION);
    expect(spoken()).toEqual([expect.stringMatching(/^I am sorry/)]);
    answers('It is short. ', whenSpoken(2), broken);
    await bench.deliver(heard('Pardon?'));
    expect(spoken().slice(1)).toEqual(['It is short.', expect.stringMatching(/Goodbye\.$/)]);
    expect(names()).not.toContain('hangUp');
    expect((await lastLine())?.text).toMatch(/^It is short\. I have to end.*Goodbye\.$/);
  });
});

describe('a function that dies while a reply is being written', () => {
  test.each(['before', 'after'] as const)(
    '%s a sentence says none twice, and ends the reply politely',
    async (moment) => {
      answers('One. ', whenSpoken(1), async () => bench.failOnce('speak', moment), 'Two. ', whenSpoken(2), 'Three.');
      await expect(bench.deliver(QUESTION)).rejects.toThrow('The function dies');
      answers('Something else altogether.');
      await bench.deliver(QUESTION);
      const distinct = new Map(bench.commands.map(({ commandId, text }) => [commandId, text]));
      expect([...distinct.values()]).toEqual(['One.', 'Two.', expect.stringMatching(/^I am sorry/)]);
      expect((await lastLine())?.text).toMatch(/^One\. Two\. I am sorry/);
      await bench.deliver(heard('Go on.'));
      expect(spoken().at(-1)).toBe('Something else altogether.');
    },
  );

  test('before its first words are written asks the model again', async () => {
    const { table } = bench.ports;
    answers('One.');
    bench.ports.table = tableBeforeWrite(() => Promise.reject(new Error('The function dies.')));
    await expect(bench.deliver(QUESTION)).rejects.toThrow('The function dies.');
    expect(names()).toEqual([]);
    bench.ports.table = table;
    await bench.deliver(QUESTION);
    expect(spoken()).toEqual(['One.']);
    expect((await bench.said()).filter((line) => line === 'user: What is it about?')).toHaveLength(1);
  });
});

describe('words that overtake a reply whose function has died', () => {
  const dieBeforeSpeaking = async (): Promise<void> => {
    answers('One. ', whenSpoken(1), 'Two.');
    bench.failOnce('speak', 'before');
    await expect(bench.deliver(QUESTION)).rejects.toThrow('The function dies');
  };

  test('leave what else the reply led to: somebody looks at the silence after it, and nothing of it is said', async () => {
    await dieBeforeSpeaking();
    await bench.deliver(interim());
    bench.checks.length = 0;
    await bench.deliver(QUESTION);
    expect(bench.checks.map(({ turn }) => turn)).toEqual([3]);
    expect(spoken()).toEqual([]);
  });

  test('stop what may have been said, although more of them follow', async () => {
    answers('One. ', whenSpoken(1), async () => bench.failOnce('speak', 'after'), 'Two. ', whenSpoken(2), 'Three.');
    await expect(bench.deliver(QUESTION)).rejects.toThrow('The function dies');
    await bench.deliver(interim('i1'), interim('i2'));
    bench.commands.length = 0;
    await bench.deliver(QUESTION);
    expect(names()).toEqual(['stopSpeaking']);
    expect(await lastLine()).toMatchObject({ text: 'One.', interrupted: true });
  });

  test('stop it, although their own function dies before', async () => {
    answers('One. Two.');
    await bench.deliver(QUESTION);
    bench.failOnce('stopSpeaking', 'before');
    await expect(bench.deliver(interim())).rejects.toThrow('The function dies');
    await bench.deliver(interim());
    expect(names()).toEqual(['speak', 'stopSpeaking']);
  });
});

test('words between two sentences, when the first is over and the next one late, break the reply off', async () => {
  const pause = async (): Promise<void> => {
    bench.wait(10);
    await bench.deliver(interim());
  };
  answers('One. ', whenSpoken(1), pause, 'Two.');
  await bench.deliver(QUESTION);
  expect(spoken()).toEqual(['One.']);
  expect(await lastLine()).toMatchObject({ text: 'One.', interrupted: true });
});

test('a call that ends in the middle of a reply has no words that were not begun', async () => {
  answers('One. ', whenSpoken(1), 'Two.');
  await bench.deliver(QUESTION, HUNG_UP);
  expect(await lastLine()).toMatchObject({ text: 'One.', interrupted: true });
});
