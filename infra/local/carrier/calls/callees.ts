import { createHash } from 'node:crypto';

/** The other party of a call. */
export type Callee = 'interested' | 'asks_not_to_be_called' | 'voicemail' | 'caller' | 'nobody';

const NAMES = ['ada.byron', 'alan.turing', 'emmy.noether', 'grace.hopper', 'mary.somerville', 'srinivasa.ramanujan'];
const DISTINCTION_CHARS = 8;

/** Everybody has their own address, the same in every call. */
const emailOf = (phone: string): string => {
  const digest = createHash('sha256').update(phone).digest();
  const name = NAMES[digest.readUInt8() % NAMES.length];
  return `${name}.${digest.toString('hex').slice(0, DISTINCTION_CHARS)}@example.com`;
};

const SCRIPTS: Record<Callee, (phone: string) => string[]> = {
  interested: (phone) => [
    'Hi, yes, I have a minute. What is this about?',
    'I am the operations manager here.',
    `Sure, my email is ${emailOf(phone)}.`,
    'Tuesday at ten suits me. Goodbye.',
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

/** A mailbox talks as soon as it has answered; people wait until they are spoken to. */
export const speaksFirst = (callee: Callee): boolean => callee === 'voicemail';
