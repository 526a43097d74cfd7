import { describe, expect, test } from '@jest/globals';
import { callbackAmong, callbackListing } from '#functions/dashboard/site/calls/detail/callbacks.ts';
import { findingGroups, linesOfQuote } from '#functions/dashboard/site/calls/detail/findings.ts';

const extracted = {
  contact: { job_title: { value: 'operations manager', evidence: 'I am the operations manager here.' } },
  company: {},
  custom_fields: { preferred_day: { value: 'Tuesday', evidence: 'Tuesday suits me.' } },
  do_not_call: null,
  callback_at: { value: '2026-03-03T15:00:00.000Z', evidence: 'Call me tomorrow at three.' },
};

describe('the findings of a call', () => {
  test('are grouped by what they are about, wishes first, each with its quote', () => {
    expect(findingGroups(extracted)).toEqual([
      {
        title: 'Wishes',
        findings: [
          {
            label: 'To be called back',
            value: '2026-03-03T15:00:00.000Z',
            isMoment: true,
            quote: 'Call me tomorrow at three.',
          },
        ],
      },
      {
        title: 'Contact',
        findings: [
          {
            label: 'Job title',
            value: 'operations manager',
            isMoment: false,
            quote: 'I am the operations manager here.',
          },
        ],
      },
      {
        title: 'Other facts',
        findings: [{ label: 'Preferred day', value: 'Tuesday', isMoment: false, quote: 'Tuesday suits me.' }],
      },
    ]);
  });

  test('say that somebody does not want to be called', () => {
    const [wishes] = findingGroups({ do_not_call: { value: true, evidence: 'Take me off your list.' } });
    expect(wishes?.findings).toEqual([
      { label: 'Not to be called again', value: 'Yes', isMoment: false, quote: 'Take me off your list.' },
    ]);
  });

  test('are none before they are written, or where nothing was found', () => {
    expect(findingGroups(null)).toEqual([]);
    expect(findingGroups({ contact: {}, company: {}, custom_fields: {}, do_not_call: null })).toEqual([]);
  });

  test('are shown as they are where a value is of another kind', () => {
    expect(findingGroups({ custom_fields: { team: { value: 7 } } })[0]?.findings).toEqual([
      { label: 'Team', value: '7', isMoment: false, quote: '' },
    ]);
  });
});

describe('a quote is found in the transcript', () => {
  const lines = [
    { role: 'assistant', text: 'May I ask what your role is?' },
    { role: 'user', text: 'I am the operations' },
    { role: 'user', text: 'manager here.' },
    { role: 'assistant', text: 'So you are the operations manager here. Thank you.' },
    { role: 'user', text: "That's right; Tuesday suits me!" },
  ];

  test('in the line of the other party that says it, whatever its case and punctuation', () => {
    expect(linesOfQuote(lines, 'tuesday suits me.')).toEqual({ first: 4, last: 4 });
    expect(linesOfQuote(lines, 'That’s right')).toEqual({ first: 4, last: 4 });
  });

  test('over the lines into which speech-to-text has cut it', () => {
    expect(linesOfQuote(lines, 'I am the operations manager here.')).toEqual({ first: 1, last: 2 });
  });

  test('not in the words of the assistant, nor where it was not said', () => {
    expect(linesOfQuote(lines, 'Thank you')).toBeNull();
    expect(linesOfQuote(lines, 'Call me on Monday.')).toBeNull();
    expect(linesOfQuote(lines, '')).toBeNull();
    expect(linesOfQuote([], 'Tuesday suits me.')).toBeNull();
  });
});

describe('the callback that was asked for on a call', () => {
  const call = {
    id: 'call_1',
    team_id: 'team_1',
    assistant_id: 'asst_1',
    contact_id: null,
    ended_at: '2026-03-02T09:00:00.000Z',
    extracted,
  };

  test('is looked for among the calls made right after it', () => {
    expect(callbackListing(call)).toMatchObject({
      teamId: 'team_1',
      assistantId: 'asst_1',
      from: '2026-03-02T09:00:00.000Z',
      to: '2026-03-02T10:00:00.000Z',
    });
    const found = { id: 'call_2', callback_of: 'call_1' };
    expect(callbackAmong(call, [{ id: 'call_3', callback_of: null }, found])).toBe(found);
  });

  test('is not looked for where nobody asked for one', () => {
    expect(callbackListing({ ...call, extracted: null })).toBeNull();
    expect(callbackListing({ ...call, extracted: { callback_at: null } })).toBeNull();
    expect(callbackAmong(call, undefined)).toBeUndefined();
  });
});
