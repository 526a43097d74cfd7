import * as z from 'zod';
import { createContacts } from '#shared/engine/crm/create-contacts.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { BulkContactsBody, BulkResult } from '#shared/schemas/contact.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const bulkCreateContacts = defineEndpoint({
  method: 'POST',
  path: '/api/crm/contacts/bulk',
  tag: 'Contacts',
  summary: 'Create up to 500 contacts',
  description:
    'Each row succeeds or fails independently; its result says which. `companyId` applies to rows without their own. ' +
    'With `skipDuplicates`, of several imports of one number at once one creates its contact.',
  role: 'operate',
  body: BulkContactsBody,
  output: z.object({
    success,
    created: z.int().meta({ examples: [1] }),
    failed: z.int().meta({ examples: [0] }),
    results: z.array(BulkResult),
  }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', company: 'companyId' },
  uses: ['table:write', 'lines', 'numberingPlan'],
  async handle({ input, caller, ...ports }) {
    const results = await createContacts(ports, caller, input);
    const created = results.filter((result) => result.success).length;
    return { success: true as const, created, failed: results.length - created, results };
  },
});
