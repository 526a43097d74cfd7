import * as z from 'zod';
import { pageOf } from '#shared/domain/page-size.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { ShownContact, showContact } from '#shared/schemas/contact.ts';
import { listFields, listPage, textFilter } from '#shared/schemas/fields/paging.ts';
import { booleanText, id, phone, success } from '#shared/schemas/fields/primitives.ts';
import { listContactRecords } from '#shared/store/contact/contact-lists.ts';
import { toContact } from '#shared/store/contact/contacts.ts';

export const listContacts = defineEndpoint({
  method: 'GET',
  path: '/api/crm/contacts',
  tag: 'Contacts',
  summary: 'List contacts, newest first',
  role: 'read',
  query: z.object({
    teamId: id('team', 'team_01JNB4Q8Z6W2'),
    companyId: id('company', 'comp_01JNB4Q8Z6W2').optional(),
    search: textFilter('ada', 'Part of name, email or phone, in any case.'),
    leadStatus: textFilter('new'),
    doNotCall: booleanText.optional(),
    hasPhone: booleanText.optional(),
    phone: phone
      .meta({
        description: 'Exactly this number, primary or secondary, in E.164 form; its + is %2B in a URL.',
        examples: ['+14155550001'],
      })
      .optional(),
    ...listPage,
  }),
  output: z.object({ success, contacts: z.array(ShownContact), ...listFields }),
  errors: [403, 404],
  loads: { team: 'teamId', company: 'companyId' },
  uses: ['table:read', 'lines'],
  async handle({ input, table }) {
    const { offset } = input;
    const { items, count } = await listContactRecords(table, input.teamId, input, { limit: input.limit, offset });
    const { rows: contacts, limit } = pageOf(
      items.map((item) => showContact(toContact(item))),
      input.limit,
    );
    return { success: true as const, contacts, count, limit, offset };
  },
});
