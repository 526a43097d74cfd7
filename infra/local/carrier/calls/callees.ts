import { createHash } from 'node:crypto';

/** The other party of a call. */
export type Callee =
  | 'interested'
  | 'asks_for_callback'
  | 'screened'
  | 'asks_not_to_be_called'
  | 'voicemail'
  | 'caller'
  | 'nobody';

const NAMES = ['ada.byron', 'alan.turing', 'emmy.noether', 'grace.hopper', 'mary.somerville', 'srinivasa.ramanujan'];
const DISTINCTION_CHARS = 8;

/** Everybody has their own address, the same in every call. */
const emailOf = (phone: string): string => {
  const digest = createHash('sha256').update(phone).digest();
  const name = NAMES[digest.readUInt8() % NAMES.length];
  return `${name}.${digest.toString('hex').slice(0, DISTINCTION_CHARS)}@example.com`;
};

/** Of a person who has a minute. */
const interest = (phone: string): string[] => [
  'Hi, yes, I have a minute. What is this about?',
  'I am the operations manager here.',
  `Sure, my email is ${emailOf(phone)}.`,
  'Tuesday at ten suits me. Goodbye.',
];

const SCRIPTS: Record<Callee, (phone: string) => string[]> = {
  interested: interest,
  asks_for_callback: () => [
    'Hello. I am on another call. Can you call me back in two minutes?',
    'Thank you. Talk to you then. Goodbye.',
  ],
  screened: (phone) => [
    "Hi, if you record your name and reason for calling, I'll see if this person is available.",
    'Hello?',
    ...interest(phone),
  ],
  asks_not_to_be_called: () => ['No. Please do not call me again, and take me off your list.'],
  voicemail: () => ['You have reached a mailbox. Please leave a message after the tone.'],
  caller: (phone) => [
    'Hello, what are your opening hours this week?',
    `Thank you. Could you confirm that by email? It is ${emailOf(phone)}.`,
    'That is all I wanted to know. Goodbye.',
  ],
  nobody: () => [],
};

/** The other party's lines in a call. `phone` is their own number. */
export const scriptOf = (callee: Callee, phone: string): string[] => SCRIPTS[callee](phone);

/** Machines talk as soon as they have answered; people wait until they are spoken to. */
export const speaksFirst = (callee: Callee): boolean => callee === 'voicemail' || callee === 'screened';

/** What fits on the screen on which a screening assistant shows who is calling. */
export const BRIEF_ANSWER_MAX_CHARS = 200;
