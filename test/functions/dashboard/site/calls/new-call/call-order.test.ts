import { describe, expect, test } from '@jest/globals';
import {
  activeNumbers,
  type CallDraft,
  calleeWords,
  callQuestion,
  defaultCallerId,
  requestOf,
} from '#functions/dashboard/site/calls/new-call/call-order.ts';

const draft: CallDraft = {
  assistantId: 'asst_1',
  contactId: null,
  toNumber: '+14155550101',
  fromNumberId: '',
  startAt: '',
  variables: [],
};

describe('the request of a new call', () => {
  test('names a number or a contact, never both', () => {
    expect(requestOf(draft, 'team_1')).toEqual({
      teamId: 'team_1',
      assistantId: 'asst_1',
      toNumber: '+14155550101',
    });
    expect(requestOf({ ...draft, contactId: 'cont_1' }, 'team_1')).toEqual({
      teamId: 'team_1',
      assistantId: 'asst_1',
      contactId: 'cont_1',
    });
  });

  test('has a number as people write it without what they write it with', () => {
    expect(requestOf({ ...draft, toNumber: ' +1 (415) 555-01.01 ' }, 'team_1').toNumber).toBe('+14155550101');
  });

  test('has a time of the browser as a moment, a caller ID and variables where they are given', () => {
    const variables = [
      { name: ' order ', value: '4711' },
      { name: '', value: 'nothing' },
    ];
    const request = requestOf({ ...draft, startAt: '2027-01-01T10:00', fromNumberId: 'num_1', variables }, 'team_1');
    expect(request).toMatchObject({
      scheduledAt: new Date(2027, 0, 1, 10).toISOString(),
      fromNumberId: 'num_1',
      variables: { order: '4711' },
    });
  });
});

describe('the number that a call comes from', () => {
  const number = (id: string, assistant_id: string | null, status = 'active') => ({
    id,
    phone_number: '+14155550123',
    status,
    assistant_id,
  });
  const newestFirst = [
    number('num_4', 'asst_1'),
    number('num_3', 'asst_1'),
    number('num_2', null),
    number('num_1', 'asst_1', 'released'),
  ];

  test("is the assistant's oldest one that is in use", () => {
    expect(defaultCallerId(newestFirst, 'asst_1')?.id).toBe('num_3');
  });

  test("is the team's oldest one where the assistant has none", () => {
    expect(defaultCallerId(newestFirst, 'asst_2')?.id).toBe('num_2');
    expect(defaultCallerId([], 'asst_2')).toBeUndefined();
  });

  test('may be any that is in use', () => {
    expect(activeNumbers(newestFirst).map(({ id }) => id)).toEqual(['num_4', 'num_3', 'num_2']);
  });
});

test('the question names who is called, by whom, from where and when', () => {
  expect(calleeWords('Ada Lovelace', null)).toBe('Ada Lovelace');
  const callee = calleeWords('Ada Lovelace', '+14155550101');
  const words = { callee, assistant: 'Front desk', from: '+14155550123', when: null };
  expect(callQuestion(words)).toEqual({
    title: 'Call Ada Lovelace at +14155550101?',
    body: 'The phone rings at once. The assistant “Front desk” speaks. The call comes from +14155550123.',
  });
  expect(callQuestion({ ...words, from: undefined, when: '1 Jan, 10:00 CET' }).body).toBe(
    'The phone rings on 1 Jan, 10:00 CET. The assistant “Front desk” speaks.',
  );
});
