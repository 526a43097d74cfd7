import * as z from 'zod';
import { exportPerson } from '#shared/engine/privacy/export-person.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Export } from '#shared/schemas/erasure.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const exportContact = defineEndpoint({
  method: 'GET',
  path: '/api/crm/contacts/{id}/export',
  tag: 'Contacts',
  summary: 'Get everything that is kept about a person as one file',
  description:
    'The link leads to a JSON file: the contact, its numbers, its rows of campaigns, and its calls with transcripts, ' +
    'findings, links to recordings and the events that were told of them. The file exists for a day at most. A contact ' +
    'that was deleted can be exported.',
  role: 'read',
  params: z.object({ id: id('contact', 'cont_01JNB4Q8Z6W2') }),
  output: z.object({ success, export: Export }),
  errors: [403, 404],
  loads: { anyContact: 'id' },
  uses: ['table:read', 'lines', 'recordings:link', 'exports:write'],
  async handle({ anyContact, ...ports }) {
    return { success: true as const, export: await exportPerson(ports, anyContact) };
  },
});
