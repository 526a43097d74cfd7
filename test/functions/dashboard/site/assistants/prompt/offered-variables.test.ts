import { expect, test } from '@jest/globals';
import { offeredVariables } from '#functions/dashboard/site/assistants/prompt/offered-variables.ts';
import { renderPrompt } from '#shared/domain/assistant/prompt-variables.ts';
import { company, contact } from '#test/domain/extraction/records.ts';

const customFields = {
  plan: 'gold',
  'renewal date': 'May',
  seats: 12,
  nested: { deeper: 1 },
  nothing: null,
  'a.b': 'x',
  'a[0]': 'x',
  '{{x}}': 'x',
};

const pathsOf = (words: string): string[] =>
  offeredVariables(contact({ custom_fields: customFields }), company()).find((group) => group.words === words)?.paths ??
  [];

test('the custom fields of whom the preview is for are offered, as far as a prompt can name them', () => {
  expect(pathsOf('Contact').filter((path) => path.startsWith('contact.custom_fields'))).toEqual([
    'contact.custom_fields.plan',
    'contact.custom_fields.renewal date',
    'contact.custom_fields.seats',
  ]);
});

test('every variable that is offered is one that prompts know', () => {
  const everything = new Proxy(
    {},
    { getOwnPropertyDescriptor: () => ({ value: 'x', configurable: true }), get: () => 'x' },
  );
  const settings = { business_name: 'x' };
  const subjects = {
    contact: everything,
    company: everything,
    campaign: { name: 'x', description: 'x', settings },
    call: everything,
  } as never;
  const paths = offeredVariables(null, null).flatMap((group) => group.paths);
  expect(paths.filter((path) => renderPrompt(`{{${path}}}`, subjects) !== 'x')).toEqual([]);
});

test('nobody chosen offers what every contact has', () => {
  expect(offeredVariables(null, null).map(({ words }) => words)).toEqual(['Contact', 'Company', 'Campaign', 'Call']);
});
