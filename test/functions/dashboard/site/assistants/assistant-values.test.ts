import { expect, test } from '@jest/globals';
import {
  type Assistant,
  changedValues,
  changesOf,
  valuesOf,
} from '#functions/dashboard/site/assistants/assistant-values.ts';
import { ASSISTANT_TEMPLATES } from '#shared/domain/assistant/templates.ts';
import { UpdateAssistantBody } from '#shared/schemas/assistant.ts';

const assistant: Assistant = {
  id: 'asst_1',
  account_id: 'acct_1',
  name: 'Front desk',
  type: 'outbound-setter',
  ...ASSISTANT_TEMPLATES['outbound-setter'],
  created_at: '2026-03-02T15:00:00.000Z',
  updated_at: '2026-03-02T15:00:00.000Z',
};
const saved = valuesOf(assistant);

test('the form has every field that can be changed', () => {
  const changeable = Object.keys(UpdateAssistantBody.shape).filter((name) => name !== 'accountSlug');
  expect(Object.keys(saved).sort()).toEqual(changeable.sort());
});

test('nothing changed sends nothing', () => {
  expect(changesOf(saved, { ...saved })).toEqual({});
});

test('only what was changed is sent, numbers as numbers', () => {
  const values = { ...saved, name: 'Night desk', temperature: '0.25', max_tokens: ' 300 ', inbound_enabled: true };
  expect(changesOf(saved, values)).toEqual({
    name: 'Night desk',
    temperature: 0.25,
    max_tokens: 300,
    inbound_enabled: true,
  });
});

test.each(['', '  ', 'warm'])('%j as a number is left to the service to refuse', (typed) => {
  const changes = changesOf(saved, { ...saved, temperature: typed });
  const { success } = UpdateAssistantBody.safeParse({ accountSlug: 'demo', ...changes });
  expect(success).toBe(false);
});

test('what was typed while a save was under way is known afterwards', () => {
  const sent = { ...saved, name: 'Night desk' };
  expect(changedValues(sent, { ...sent, model: 'gpt-5' })).toEqual({ model: 'gpt-5' });
});
