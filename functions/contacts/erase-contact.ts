import * as z from 'zod';
import { requestErasure } from '#shared/engine/privacy/request-erasure.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Erasure } from '#shared/schemas/erasure.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import type { ErasureRecord } from '#shared/store/privacy/erasures.ts';

export const eraseContact = defineEndpoint({
  method: 'POST',
  path: '/api/crm/contacts/{id}/erase',
  tag: 'Contacts',
  summary: 'Erase a person for good',
  description:
    'The contact is gone at once, and its numbers are not called any more: they stay suppressed, in no list, and ' +
    'nothing lifts that. Within minutes everything else that tells of the person is gone too, here and at the carrier; ' +
    'its calls stay as counts. It cannot be undone. 409 while the person is on a call. Erased before, the answer is the ' +
    'same erasure; a contact that was deleted can be erased.',
  role: 'full',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  output: z.object({ success, erasure: Erasure }),
  errors: [403, 404, 409],
  loads: { erasableContact: 'id' },
  uses: ['table:write', 'lines', 'campaignQueue:send', 'erasureQueue:send'],
  handle({ caller, erasableContact, commit, ...ports }) {
    const answer = (erasure: ErasureRecord) => ({ success: true as const, erasure });
    return requestErasure(ports, caller, erasableContact, answer, commit);
  },
});
