import { expect, test } from '@jest/globals';
import { asksNotToBeCalled, findOptOutPhrase } from '#shared/domain/conversation/opt-out-request.ts';

const said = (text: string, role = 'user') => [{ role, text }];

test.each([
  'No. Please do not call me again, and take me off your list.',
  'Don\u2019t call here any more.',
  'Stop calling!',
  'remove my number from your system',
  'Never ever contact us',
  "I don't want any more calls from you.",
  'We do not want to be contacted.',
  "I don't want you to call here.",
  'Quit calling.',
  'Take my name off your list.',
  'Put me on your do-not-call list.',
  'Delete my phone number, please.',
])('"%s" is a wish not to be called again', (text) => {
  expect(asksNotToBeCalled(said(text))).toBe(true);
});

test.each([
  'Call me tomorrow.',
  'I do not know.',
  'Please stop by our office.',
  'You can take me through it.',
  'I do not want to call them myself.',
  'Why do you not call me on Tuesday?',
])('"%s" is not', (text) => {
  expect(asksNotToBeCalled(said(text))).toBe(false);
});

test('what the assistant says does not count', () => {
  expect(asksNotToBeCalled(said('We do not call you again.', 'assistant'))).toBe(false);
  expect(asksNotToBeCalled(said('Shall I stop calling?', 'assistant'))).toBe(false);
});

test('a wish that speech-to-text cut in two is heard', () => {
  expect(asksNotToBeCalled([...said('Please do not ever'), ...said(' call me again.')])).toBe(true);
});

test('words of two turns with the assistant in between are no wish', () => {
  const transcript = [...said('I do not'), ...said('Pardon?', 'assistant'), ...said('call me at ten')];
  expect(asksNotToBeCalled(transcript)).toBe(false);
});

test('the words themselves are told', () => {
  expect(findOptOutPhrase([...said('Hello?'), ...said('Yes?', 'assistant'), ...said('Stop calling!')])).toBe(
    'Stop calling!',
  );
});
