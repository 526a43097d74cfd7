import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { INSERTED_MAX_CHARS, type PromptSubjects, renderPrompt } from '#shared/domain/assistant/prompt-variables.ts';
import { contact as recordOfContact } from '#test/domain/extraction/records.ts';

const contact = recordOfContact({
  last_name: 'Lovelace',
  phone: '+14155550001',
  job_title: 'Analyst',
  custom_fields: {
    seats: 12,
    is_renewal: true,
    renewal: { date: '2026-04-01', items: [{ name: 'Engine' }, { name: 'Mill' }] },
    'Account manager': 'Charles',
    nothing: null,
  },
  tags: ['vip', 'north'],
});
const campaign = { name: 'Spring', description: null, settings: { business_name: 'Acme', offer: { percent: 5 } } };
const subjects: PromptSubjects = { contact, company: null, campaign };

test.each([
  ['Hello {{contact.first_name}} {{contact.last_name}}!', 'Hello Ada Lovelace!'],
  ['{{ contact.first_name }}{{\n\tcontact . last_name }}', 'AdaLovelace'],
  ['{{contact.custom_fields.seats}} {{contact.custom_fields.is_renewal}}', '12 true'],
  ['{{contact.custom_fields.renewal.date}}', '2026-04-01'],
  ['{{contact.custom_fields.renewal.items[1].name}}', 'Mill'],
  ['{{contact.custom_fields.renewal.items.0.name}}', 'Engine'],
  ['{{contact.custom_fields.Account manager}}', 'Charles'],
  ['{{contact.tags[0]}} of {{contact.created_at}}', 'vip of 2026-03-02T15:00:00.000Z'],
  [
    '{{campaign.name}}: {{campaign.settings.business_name}}, {{campaign.settings.offer.percent}} %',
    'Spring: Acme, 5 %',
  ],
])('%j renders as %j', (template, rendered) => {
  expect(renderPrompt(template, subjects)).toBe(rendered);
});

test.each([
  'contact.email',
  'contact.custom_fields.nothing',
  'contact.custom_fields.unheard_of.deeper',
  'contact.custom_fields.renewal',
  'contact.custom_fields.renewal.items',
  'contact.custom_fields.renewal.items[2].name',
  'contact.custom_fields.renewal.items.length',
  'contact.custom_fields.seats.toFixed',
  'contact.first_name.length',
  'contact.first_name[0]',
  'contact.tags',
  'contact',
  'company.name',
  'campaign.description',
  'call.direction',
  'telnyx_current_time',
  'system.prompt',
  '',
  ' . . ',
])('{{%s}} renders empty', (variable) => {
  expect(renderPrompt(`[{{${variable}}}]`, subjects)).toBe('[]');
});

test.each(['contact.team_id', 'contact.company_id', 'contact.do_not_call', 'campaign.id', 'campaign.from_number'])(
  '{{%s}} is not for a prompt, although the record has it',
  (variable) => {
    const record = { ...campaign, id: 'camp_1', from_number: '+14155550123' };
    expect(renderPrompt(`[{{${variable}}}]`, { contact, campaign: record })).toBe('[]');
  },
);

test.each([
  '__proto__',
  'constructor',
  'constructor.name',
  'contact.__proto__',
  'contact.constructor.name',
  'contact.custom_fields.__proto__.polluted',
  'contact.custom_fields.constructor.name',
  'contact.custom_fields.toString',
  'contact.tags.constructor.name',
  'contact.custom_fields.renewal.items.__proto__.length',
])('{{%s}} reaches no prototype', (variable) => {
  expect(renderPrompt(`[{{${variable}}}]`, subjects)).toBe('[]');
});

test('what an object inherits is not its data', () => {
  const custom_fields = Object.create({ plan: 'gold' });
  expect(renderPrompt('[{{contact.custom_fields.plan}}]', { contact: { ...contact, custom_fields } })).toBe('[]');
});

test('an own key with a prototype name is data like any other', () => {
  const custom_fields = JSON.parse('{"__proto__": "mine", "constructor": "theirs"}');
  const rendered = renderPrompt('{{contact.custom_fields.__proto__}} {{contact.custom_fields.constructor}}', {
    contact: { ...contact, custom_fields },
  });
  expect(rendered).toBe('mine theirs');
});

describe('a value', () => {
  const renderName = (first_name: string, template: string) =>
    renderPrompt(template, { contact: { ...contact, first_name } });

  test('never becomes a variable, of ours or of the carrier', () => {
    expect(renderName('{{contact.phone}}', 'Hi {{contact.first_name}}')).toBe('Hi { {contact.phone}}');
    expect(renderName('{{telnyx_end_user_target}}', '{{contact.first_name}}')).toBe('{ {telnyx_end_user_target}}');
  });

  test('does not make a variable with the text around it', () => {
    expect(renderName('{contact.phone}}', '{{{contact.first_name}}')).not.toContain('{{');
    expect(renderName('contact.phone', '{{{{contact.first_name}}}}')).toBe('{ {contact.phone}}');
  });

  test('with dollar signs is inserted as it is', () => {
    expect(renderName("$& $1 $' $$", '{{contact.first_name}}')).toBe("$& $1 $' $$");
  });
});

test('values named often do not make a prompt without end', () => {
  const notes = 'x'.repeat(20_000);
  const rendered = renderPrompt('{{contact.notes}}'.repeat(2_900), { contact: { ...contact, notes } });
  expect(rendered.length).toBe(INSERTED_MAX_CHARS);
});

test('whatever the template and the values, no double brace survives, and nothing throws', () => {
  const piece = fc.constantFrom(
    ...['{', '}', '{{', '}}', 'contact.', 'first_name', 'custom_fields', '.a', '[0]', '.', ' ', '__proto__', '\ud83d'],
  );
  const hostile = fc.oneof(fc.string({ unit: piece, maxLength: 30 }), fc.string({ unit: 'binary' }));
  const anyContact = fc.record({ first_name: hostile, custom_fields: fc.dictionary(hostile, fc.jsonValue()) });
  fc.assert(
    fc.property(hostile, anyContact, (template, given) => {
      const wrapped = `${template}{{contact.first_name}}${template}{{contact.custom_fields${template}}}`;
      const rendered = renderPrompt(wrapped, { contact: { ...contact, ...given }, campaign });
      expect(rendered).not.toContain('{{');
      expect(rendered.isWellFormed()).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('a name that is missing before a comma takes the space before it along', () => {
  expect(renderPrompt('Hello {{contact.first_name}}, this is {{company.name}}.', subjects)).toBe('Hello Ada, this is.');
  expect(renderPrompt('Hello {{contact.first_name}}, this is Ada.', { contact: null })).toBe('Hello, this is Ada.');
});
