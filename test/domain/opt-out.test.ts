import { expect, test } from '@jest/globals';
import { asksNotToBeCalled } from '#shared/domain/opt-out.ts';

const said = (text: string, role = 'user') => [{ role, text }];

test.each([
  'No. Please do not call me again, and take me off your list.',
  'Don\u2019t call here any more.',
  'Stop calling!',
  'remove my number from your system',
  'Never ever contact us',
])('"%s" is a wish not to be called again', (text) => {
  expect(asksNotToBeCalled(said(text))).toBe(true);
});

test.each(['Call me tomorrow.', 'I do not know.', 'Please stop by our office.', 'You can take me through it.'])(
  '"%s" is not',
  (text) => {
    expect(asksNotToBeCalled(said(text))).toBe(false);
  },
);

test('what the assistant says does not count', () => {
  expect(asksNotToBeCalled(said('We do not call you again.', 'assistant'))).toBe(false);
  expect(asksNotToBeCalled(said('Shall I stop calling?', 'assistant'))).toBe(false);
});
