import { describe, expect, test } from '@jest/globals';
import { announcesMailbox, asksToWait, asksWhoIsCalling } from '#shared/domain/conversation/screener-words.ts';
import { screenedReply, screeningOf, withoutScreening } from '#shared/domain/conversation/screening.ts';

const PROMPTS = [
  "Hi, if you record your name and reason for calling, I'll see if this person is available.",
  'Please state your name and why you are calling.',
  'The person you’re calling is using a screening service from Google, and will get a copy of this conversation.',
  "Go ahead and say your name and why you're calling.",
  "Hi, I'm Call Assist by Google, recording this call for the person you're trying to reach.",
  "Before I try to connect you, can I ask what you're calling about?",
  'Please state your name after the tone, and Google Voice will try to connect you.',
  'This call is being screened. Tell me the reason for your call.',
  'Nennen Sie bitte Ihren Namen und den Grund Ihres Anrufs.',
  'Veuillez indiquer votre nom et le motif de votre appel.',
  'Diga su nombre y el motivo de la llamada.',
  'Diga o seu nome e o motivo da chamada.',
  'Dica il suo nome e il motivo della chiamata.',
  'Noem uw naam en de reden van uw oproep.',
];
const MAILBOXES = [
  'You have reached a mailbox. Please leave a message after the tone.',
  "You've reached Ada. Please leave your name, your number and the reason for your call.",
  'The person you are calling is not available. At the tone, please record your message.',
  'Hinterlassen Sie eine Nachricht nach dem Signalton.',
  'Laissez un message après le bip sonore.',
];
const PEOPLE = [
  'Hello?',
  'Hello, this is Ada.',
  'Hi, yes, I have a minute. What is this about?',
  'Who is this and why are you calling?',
  'My name is Ada Byron.',
  'What was your name again?',
  'Is Emmy available on Tuesday?',
  'Can you call me back in two minutes?',
  'Ja, hallo?',
  'Hold on, who is this?',
];
const WAITS = [
  'Thanks.',
  'Okay, thank you.',
  'Please stay on the line.',
  'One moment, please.',
  'Bleiben Sie bitte dran.',
];

describe('the words of', () => {
  test.each(PROMPTS)('a screening assistant: %s', (text) => {
    expect([asksWhoIsCalling(text), announcesMailbox(text)]).toEqual([true, false]);
  });

  test.each(MAILBOXES)('a mailbox: %s', (text) => {
    expect([asksWhoIsCalling(text), announcesMailbox(text)]).toEqual([false, true]);
  });

  test.each(WAITS)('whoever fetches somebody: %s', (text) => {
    expect([asksWhoIsCalling(text), announcesMailbox(text), asksToWait(text)]).toEqual([false, false, true]);
  });

  test.each(PEOPLE)('a person: %s', (text) => {
    expect([asksWhoIsCalling(text), announcesMailbox(text), asksToWait(text)]).toEqual([false, false, false]);
  });
});

const [PROMPT = ''] = PROMPTS;
/** Lines as they were said: ours begin with a dash. */
const lines = (...texts: string[]) =>
  texts.map((text) => ({ role: text.startsWith('- ') ? 'assistant' : 'user', text: text.replace(/^- /, '') }));

test.each<[string, string[]]>([
  ['none', ['- Hello.', 'Hi.']],
  ['asked', ['- Hello.', PROMPT]],
  ['asked', ['- Hello.', 'If you record your', 'name and reason for calling']],
  ['waiting', ['- Hello.', PROMPT, '- This is Ida.']],
  ['waiting', ['- Hello.', PROMPT, '- This is Ida.', 'Thanks.', 'Hold on.']],
  ['person', ['- Hello.', PROMPT, '- This is Ida.', 'Thanks.', 'Hold on.', 'Hello?']],
  ['mailbox', ['- Hello.', PROMPT, '- This is Ida.', 'Leave a message.', 'Thank you.']],
])('the stage %s is read off the words', (stage, texts) => {
  expect(screeningOf(lines(...texts)).stage).toBe(stage);
});

test('a person is quoted, and no machine', () => {
  const screened = lines('- Hello.', PROMPT, '- This is Ida.', 'One moment.');
  expect(withoutScreening(screened)).toEqual([]);
  expect(withoutScreening([...screened, ...lines('Please leave a message.')])).toEqual([]);
  const talk = lines('Hello?', '- Hello.', 'Yes?');
  expect(withoutScreening([...screened, ...talk])).toEqual(talk);
  expect(withoutScreening(talk)).toEqual(talk);
});

describe('what is said for the model', () => {
  const own = { introduction: 'This is Ida.', firstMessage: 'Hello, this is an AI assistant.' };

  test.each<[string | undefined, string[]]>([
    [undefined, ['- Hello.', 'Hi.']],
    [own.introduction, ['- Hello.', PROMPT]],
    ['', ['- Hello.', PROMPT, '- This is Ida.', 'Thank you.']],
    [own.firstMessage, ['- Hello.', PROMPT, '- This is Ida.', 'Hello?']],
    [undefined, ['- Hello.', PROMPT, '- This is Ida.', 'Hello?', '- Hello.', 'Yes?']],
    [undefined, ['- Hello.', PROMPT, '- This is Ida.', 'Leave a message.']],
  ])('is %j', (words, texts) => {
    expect(screenedReply(lines(...texts), own)).toBe(words);
  });

  test('is nothing to a person where the model speaks first', () => {
    const taken = lines('- Hello.', PROMPT, '- This is Ida.', 'Hello?');
    expect(screenedReply(taken, { ...own, firstMessage: ' ' })).toBeUndefined();
  });
});
