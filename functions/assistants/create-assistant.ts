import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Assistant, CreateAssistantBody } from '#shared/schemas/assistant.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { newAssistant, putAssistant } from '#shared/store/assistants.ts';

export const createAssistant = defineEndpoint({
  method: 'POST',
  path: '/api/assistants',
  tag: 'Assistants',
  summary: 'Create an assistant from a template',
  role: 'operate',
  body: CreateAssistantBody,
  output: z.object({ success, assistant: Assistant }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  async handle({ input, account, now, newId, commit }) {
    const assistant = newAssistant({
      id: newId('asst'),
      account_id: account.account_id,
      name: input.name,
      type: input.templateId,
      now,
    });
    return commit([putAssistant(assistant)], { success: true as const, assistant });
  },
});
