import * as z from 'zod';
import { deleteAssistant as remove } from '#shared/engine/assistant/delete-assistant.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const deleteAssistant = defineEndpoint({
  method: 'DELETE',
  path: '/api/assistants/{assistantId}',
  tag: 'Assistants',
  summary: 'Delete an assistant softly',
  description: 'Refused while a running or scheduled campaign uses it. Its phone numbers become unassigned.',
  role: 'operate',
  params: z.object({ assistantId: id('assistant', 'asst_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { assistant: 'assistantId' },
  uses: ['table:write'],
  async handle({ assistant, now, table }) {
    await remove(table, assistant, now);
    return { success: true as const };
  },
});
