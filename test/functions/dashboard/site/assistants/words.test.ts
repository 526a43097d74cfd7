import { describe, expect, test } from '@jest/globals';
import {
  directionWords,
  PROVIDER_CHOICES,
  VOICE_PROVIDER_CHOICES,
} from '#functions/dashboard/site/assistants/assistant-choices.ts';
import { whatDeletingEnds } from '#functions/dashboard/site/assistants/delete-words.ts';
import { listed } from '#functions/dashboard/site/assistants/listed.ts';
import { moveWords, ownerWords, takenFromOthers } from '#functions/dashboard/site/assistants/numbers/number-moves.ts';
import { DEFAULT_TEMPLATE, TEMPLATE_IDS } from '#functions/dashboard/site/assistants/template-words.ts';
import { bareNumber, testCallWords } from '#functions/dashboard/site/assistants/test-call-words.ts';
import * as templates from '#shared/domain/assistant/templates.ts';
import { CreateAssistantBody, UpdateAssistantBody } from '#shared/schemas/assistant.ts';

test('every template is explained, and the first choice is the default of the API', () => {
  expect([...TEMPLATE_IDS].sort()).toEqual([...templates.TEMPLATE_IDS].sort());
  expect(CreateAssistantBody.parse({ accountSlug: 'demo', name: 'Front desk' }).templateId).toBe(DEFAULT_TEMPLATE);
});

test('every provider that can be chosen is accepted', () => {
  const accepts = (field: object): boolean => UpdateAssistantBody.safeParse({ accountSlug: 'demo', ...field }).success;
  expect(PROVIDER_CHOICES.every(({ value }) => accepts({ provider: value }))).toBe(true);
  expect(VOICE_PROVIDER_CHOICES.every(({ value }) => accepts({ voice_provider: value }))).toBe(true);
});

test.each([
  [true, true, 'Inbound and outbound'],
  [true, false, 'Inbound'],
  [false, true, 'Outbound'],
  [false, false, 'Neither'],
])('inbound %s and outbound %s is %j', (inbound_enabled, outbound_enabled, words) => {
  expect(directionWords({ inbound_enabled, outbound_enabled })).toBe(words);
});

test('of many names a few are named, and the rest counted', () => {
  expect(listed([])).toBe('');
  expect(listed(['A', 'B'])).toBe('A and B');
  expect(listed(['A', 'B', 'C', 'D'])).toBe('A, B, C, and D');
  expect(listed(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C, and 2 more');
});

describe('whoever deletes an assistant is told', () => {
  const nothing = { numbers: [], campaigns: [], scheduledCalls: 0 };

  test('that it stays deleted, where nothing depends on it', () => {
    expect(whatDeletingEnds(nothing)).toEqual(['Its past calls stay. It cannot be brought back.']);
  });

  test('which campaign forbids it, which will be stuck, which numbers and calls lose it', () => {
    const campaigns = [
      { name: 'Spring', status: 'running' },
      { name: 'Summer', status: 'paused' },
      { name: 'Autumn', status: 'draft' },
    ];
    const numbers = [{ phone_number: '+14155550100' }];
    expect(whatDeletingEnds({ numbers, campaigns, scheduledCalls: 2 })).toEqual([
      'It is refused while “Spring” is running or scheduled with it: pause or cancel that campaign first.',
      'The draft or paused campaigns “Summer” and “Autumn” cannot call without it.',
      '+14155550100 will have no assistant: calls to it are not answered.',
      '2 scheduled calls by it will not take place.',
      'Its past calls stay. It cannot be brought back.',
    ]);
  });
});

describe('a number that another assistant has', () => {
  const own = { id: 'num_1', phone_number: '+14155550101', assistant_id: 'asst_1', assistant_name: 'Front desk' };
  const others = { id: 'num_2', phone_number: '+14155550102', assistant_id: 'asst_2', assistant_name: 'Night desk' };
  const free = { id: 'num_3', phone_number: '+14155550103', assistant_id: null, assistant_name: null };

  test('says whose it is, and no other does', () => {
    const words = [own, others, free].map((number) => ownerWords(number, 'asst_1'));
    expect(words).toEqual([undefined, 'Belongs to “Night desk”.', undefined]);
  });

  test('is asked about once it is chosen', () => {
    const numbers = [own, others, free];
    expect(takenFromOthers(numbers, new Set(['num_1', 'num_3']), 'asst_1')).toEqual([]);
    expect(takenFromOthers(numbers, new Set(['num_1', 'num_2', 'num_3']), 'asst_1')).toEqual([others]);
  });

  test('is named with whom it moves from and to', () => {
    expect(moveWords([others], 'Front desk')).toBe(
      '+14155550102 moves from “Night desk” to “Front desk”: whoever calls it is answered by “Front desk” from then on.',
    );
    expect(moveWords([others, { ...others, phone_number: '+14155550104' }], 'Front desk')).toBe(
      '+14155550102 and +14155550104 move from “Night desk” to “Front desk”: whoever calls them is answered by “Front desk” from then on.',
    );
  });
});

describe('a test call', () => {
  test.each([
    ['+1 (415) 555-0123', '+14155550123'],
    [' +1.415.555.0123 ', '+14155550123'],
    ['front desk 12', 'frontdesk12'],
  ])('to %j dials %j', (typed, dialled) => {
    expect(bareNumber(typed)).toBe(dialled);
  });

  test('asks with the numbers, and says that unsaved changes are not in it', () => {
    const asked = { to: '+14155550123', assistantName: 'Front desk', from: '+14155550100', isChanged: false };
    expect(testCallWords(asked)).toBe(
      '+14155550123 rings now, called from +14155550100. Whoever answers speaks with “Front desk”.',
    );
    expect(testCallWords({ ...asked, from: null, isChanged: true })).toBe(
      '+14155550123 rings now. Whoever answers speaks with “Front desk”. What you have not saved is not in this call.',
    );
  });
});
