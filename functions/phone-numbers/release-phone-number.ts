import * as z from 'zod';
import { releaseOnRequest } from '#shared/engine/phone-number/release.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { PhoneNumber } from '#shared/schemas/phone-number.ts';

export const releasePhoneNumber = defineEndpoint({
  method: 'DELETE',
  path: '/api/phone-numbers/{id}',
  tag: 'Phone numbers',
  summary: 'Release a phone number',
  description:
    'After the response nothing is dialled from the number and its inbound calls are rejected. It leaves its ' +
    'assistant and its campaigns, and a campaign without another number is paused. If the carrier cannot be reached, ' +
    'the status is `releasing` and the release finishes in the background. 409 when the number was already released.',
  role: 'full',
  params: z.object({ id: id('phone number', 'num_01JNB4Q8Z6W2') }),
  output: z.object({ success, phoneNumber: PhoneNumber }),
  errors: [403, 404, 409],
  loads: { phoneNumber: 'id' },
  uses: ['table:write', 'telephony'],
  async handle({ phoneNumber, caller, ...ports }) {
    const released = await releaseOnRequest(ports, phoneNumber, caller);
    return { success: true as const, phoneNumber: { ...released, assistant_name: null } };
  },
});
