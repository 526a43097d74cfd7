import { describe, expect, test } from '@jest/globals';
import { type PromptSubjects, renderPrompt } from '#shared/domain/assistant/prompt-variables.ts';
import { ASSISTANT_TEMPLATES, TEMPLATE_IDS } from '#shared/domain/assistant/templates.ts';
import { saysGoodbye } from '#shared/domain/conversation/farewell.ts';
import { introductionOf } from '#shared/domain/conversation/introduction.ts';
import { phrasesIn } from '#shared/domain/conversation/phrases.ts';
import { UpdateAssistantBody } from '#shared/schemas/assistant.ts';
import { Campaign } from '#shared/schemas/campaign.ts';
import { Company } from '#shared/schemas/company.ts';
import { Contact } from '#shared/schemas/contact.ts';

const VARIABLE = /\{\{[^{}]*\}\}/g;

/** Every text field there is, filled with its own name. */
const filled = <Shape extends object>(shape: Shape) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, field])) as Record<keyof Shape, never>;
const subjects: PromptSubjects = {
  contact: filled(Contact.shape),
  company: filled(Company.shape),
  campaign: { ...filled(Campaign.shape), settings: { business_name: 'Acme' } },
};

describe.each(TEMPLATE_IDS)('%s', (id) => {
  const template = ASSISTANT_TEMPLATES[id];

  test('is a configuration that the API takes', () => {
    expect(UpdateAssistantBody.safeParse({ accountSlug: 'demo', ...template }).success).toBe(true);
  });

  test('says in its first sentence that it is an AI, and that the call may be recorded, whoever is called', () => {
    for (const known of [{}, subjects]) {
      const [first] = renderPrompt(template.first_message, known).split('. ');
      expect(first).toMatch(/\ban AI assistant\b.*\bthis call may be recorded$/);
    }
  });

  test('gives a screening assistant a sentence that says who and what is calling, and is no question', () => {
    const named = { name: 'Ida', business: 'Acme', firstMessage: template.first_message };
    const introduction = introductionOf(named, phrasesIn('en-US'));
    expect(introduction).toMatch(/^This is Ida, an AI assistant calling for Acme\. I [^?]+\.$/);
    expect(introduction).not.toMatch(VARIABLE);
  });

  test('does not hang up on its own greeting', () => {
    expect(saysGoodbye(template.first_message)).toBe(false);
  });

  test.each([
    ['never passes for a human being', /never claim or suggest to be a human being/i],
    ['asks one question at a time', /one question at a time/i],
    ['invents no facts', /never invent facts/i],
    ['honours a wish not to be called', /you will not be called again\. goodbye\./i],
    ['hands over to a person', /a colleague will call them back/i],
    ['arranges appointments', /day and (a|the) time|day and time/i],
    ['ends the call with a goodbye', /end with the word "Goodbye"/],
    ['asks for no payment data', /never ask for card numbers/i],
  ])('%s', (_, rule) => {
    expect(template.system_prompt).toMatch(rule);
  });

  test('names only variables that exist', () => {
    const texts = `${template.first_message} ${template.system_prompt}`;
    for (const [variable] of texts.matchAll(VARIABLE)) {
      expect([variable, renderPrompt(variable, subjects)]).not.toEqual([variable, '']);
    }
  });

  test('reads well when nothing is known', () => {
    expect(renderPrompt(template.system_prompt, {})).not.toMatch(/[{}]/);
  });
});

test.each(['outbound-setter', 'follow-up', 'custom'] as const)(
  '%s says on a voicemail who is calling, and why',
  (id) => {
    expect(ASSISTANT_TEMPLATES[id].system_prompt).toMatch(
      /leave one short message: that you are an AI assistant, for whom you call if you know it, why you called/i,
    );
  },
);
