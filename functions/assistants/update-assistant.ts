import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Assistant, UpdateAssistantBody } from '#shared/schemas/assistant.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { updateAssistantRecord } from '#shared/store/assistants.ts';

export const updateAssistant = defineEndpoint({
  method: 'PATCH',
  path: '/api/assistants/{assistantId}',
  tag: 'Assistants',
  summary: 'Change an assistant; only the supplied fields change',
  role: 'operate',
  params: z.object({ assistantId: id('assistant', 'asst_01JNB4Q8Z6W2') }),
  body: UpdateAssistantBody,
  output: z.object({ success, assistant: Assistant }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug', assistant: 'assistantId' },
  uses: ['table:write'],
  async handle({ input, assistant, now, table }) {
    const { accountSlug: _slug, assistantId, ...given } = input;
    const changes = { ...given, updated_at: now.toISOString() } as Partial<Assistant>;
    await table.write(updateAssistantRecord(assistantId, changes));
    return { success: true as const, assistant: { ...assistant, ...changes } };
  },
});
