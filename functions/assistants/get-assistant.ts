import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Assistant } from '#shared/schemas/assistant.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const getAssistant = defineEndpoint({
  method: 'GET',
  path: '/api/assistants/{assistantId}',
  tag: 'Assistants',
  summary: 'Read an assistant',
  role: 'read',
  params: z.object({ assistantId: id('assistant', 'asst_01JNB4Q8Z6W2') }),
  output: z.object({ success, assistant: Assistant }),
  errors: [403, 404],
  loads: { assistant: 'assistantId' },
  uses: ['table:read'],
  handle: async ({ assistant }) => ({ success: true as const, assistant }),
});
