import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { callerIdOf, callSubject } from '#functions/dashboard/site/assistants/prompt/call-subject.ts';
import { emptyWords, isEmpty, previewPieces } from '#functions/dashboard/site/assistants/prompt/preview-pieces.ts';
import { type PromptSubjects, renderPrompt } from '#shared/domain/assistant/prompt-variables.ts';
import { company, contact } from '#test/domain/extraction/records.ts';

const subjects: PromptSubjects = {
  contact: contact({ first_name: 'Ada', notes: '{ {{contact.email}} {', custom_fields: { plan: 'gold' } }),
  company: company({ name: 'Acme' }),
  campaign: null,
  call: callSubject('+14155550101', '+14155550100'),
};

const textOf = (template: string): string =>
  previewPieces(template, subjects)
    .map(({ text }) => text)
    .join('');

const emptyIn = (template: string): string[] =>
  previewPieces(template, subjects)
    .filter(isEmpty)
    .map(({ variable }) => variable ?? '');

describe('a preview', () => {
  test('tells what was filled in from what was written', () => {
    expect(previewPieces('Hello {{contact.first_name}} of {{ company.name }}.', subjects)).toEqual([
      { text: 'Hello', variable: null },
      { text: ' Ada', variable: 'contact.first_name' },
      { text: ' of', variable: null },
      { text: ' Acme', variable: 'company.name' },
      { text: '.', variable: null },
    ]);
  });

  test('knows the call that would be placed', () => {
    expect(textOf('{{call.direction}} {{call.from_number}} {{call.to_number}} {{call.attempt}}')).toBe(
      'outbound +14155550100 +14155550101 1',
    );
  });

  test('names the variables that are empty, whether unknown or without a value', () => {
    expect(
      emptyIn('{{contact.last_name}} {{contact.frist_name}} {{contact.custom_fields.plan}} {{campaign.name}}'),
    ).toEqual(['contact.last_name', 'contact.frist_name', 'campaign.name']);
  });

  test.each([
    'Hello {{contact.last_name}}, this is {{company.name}}.',
    '{{{contact.first_name}}}{{{{contact.notes}}',
    '{{contact.notes}}{{contact.notes}}',
    'no variable {{ at all }',
    '',
  ])('of %j reads as the call would have it', (template) => {
    expect(textOf(template)).toBe(renderPrompt(template, subjects));
  });

  test('reads as the call would have it, whatever is written', () => {
    const words = fc.constantFrom(
      ...['{{contact.first_name}}', '{{contact.last_name}}', '{{contact.notes}}', '{{nothing}}', '{{', '}}', '{', '}'],
      ...[' ', ',', '.', 'a', '\n', '\uD83D', '\uDE00', '😀'],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
        const template = parts.join('');
        expect(textOf(template)).toBe(renderPrompt(template, subjects));
      }),
    );
  });
});

test.each([
  ['contact.job_title', 'contact.job_title: empty'],
  ['contact.custom_fields.items[0].name', 'contact.custom_fields.items[0].name: empty'],
  ['contact.tags[3]', 'contact.tags[3]: empty'],
  ['campaign.description', 'campaign.description: empty outside a campaign'],
  ['campaign.budget', 'campaign.budget: empty, there is no such variable'],
  ['contact.frist_name', 'contact.frist_name: empty, there is no such variable'],
  ['contact.team_id', 'contact.team_id: empty, there is no such variable'],
  ['constructor.name', 'constructor.name: empty, there is no such variable'],
  ['', '{{}}: empty, there is no such variable'],
  ['variables.code', 'variables.code: empty, only a call through the API gives it'],
])('where %j was, the preview says %j', (variable, words) => {
  expect(emptyWords(variable)).toBe(words);
});

describe('the number that a single call comes from', () => {
  const number = (phone_number: string, changes: object = {}) => ({
    phone_number,
    status: 'active',
    assistant_id: null,
    ...changes,
  });

  test("is the assistant's oldest, else the team's oldest, of those in use", () => {
    const newestFirst = [
      number('+14155550105', { assistant_id: 'asst_1' }),
      number('+14155550104', { assistant_id: 'asst_1' }),
      number('+14155550103'),
      number('+14155550102', { assistant_id: 'asst_1', status: 'releasing' }),
      number('+14155550101', { status: 'released' }),
    ];
    expect(callerIdOf(newestFirst, 'asst_1')).toBe('+14155550104');
    expect(callerIdOf(newestFirst, 'asst_2')).toBe('+14155550103');
    expect(callerIdOf([], 'asst_1')).toBeNull();
  });
});
