import * as z from 'zod';
import { assignNumbers } from '#shared/engine/assistant/assign-numbers.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, id, success } from '#shared/schemas/fields/primitives.ts';

/** One transaction must hold the assigned numbers and the removed ones. */
const NUMBERS_PER_ASSISTANT_MAX = 50;

export const assignPhoneNumbers = defineEndpoint({
  method: 'PATCH',
  path: '/api/assistants/{assistantId}/telephony/phone-numbers',
  tag: 'Assistants',
  summary: 'Replace the phone numbers assigned to an assistant',
  description:
    'Inbound calls to an assigned number are routed to the assistant, which must have `inbound_enabled` true. ' +
    'A number of another assistant moves to this one. An empty list removes all numbers.',
  role: 'operate',
  params: z.object({ assistantId: id('assistant', 'asst_01JNB4Q8Z6W2') }),
  body: z.object({
    accountSlug,
    phoneNumberIds: z
      .array(id('phone number', 'num_01JNB4Q8Z6W2'))
      .max(NUMBERS_PER_ASSISTANT_MAX)
      .meta({ examples: [['num_01JNB4Q8Z6W2']] }),
  }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug', assistant: 'assistantId', phoneNumbers: 'phoneNumberIds' },
  uses: ['table:write'],
  async handle({ assistant, phoneNumbers, table }) {
    await assignNumbers(table, assistant, phoneNumbers);
    return { success: true as const };
  },
});
