import { expect, test } from '@jest/globals';
import { phoneText } from '#functions/dashboard/site/contacts/text-values.ts';

test.each([
  ['+14155550100', '+14155550100'],
  [' +1 (415) 555-0100 ', '+14155550100'],
  ['+1.415.555.0100', '+14155550100'],
  ['\u202a+1\u00a0415\u2011555\u20110100\u202c', '+14155550100'],
  ['4155550100', '4155550100'],
  ['call reception', 'call reception'],
  ['+1 415 555 0100 ext. 5', '+1 415 555 0100 ext. 5'],
  ['  ', null],
])('a number that was written as %j is sent as %j', (typed, sent) => {
  expect(phoneText(typed)).toBe(sent);
});
