import * as z from 'zod';
import { changeDialing } from '#shared/engine/account/dialing.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Dialing, UpdateDialingBody } from '#shared/schemas/dialing.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const updateDialingSettings = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings/dialing',
  role: 'full',
  tag: 'Settings',
  summary: 'Change where, when and how much the account may dial; only the supplied fields change',
  description:
    'After the response no call starts that the new settings forbid. Contacts whose number may not be called are ' +
    '`skipped` with `destination_not_allowed`; a redial takes them up again once it may be. Campaigns that wait look ' +
    'again at once.',
  body: UpdateDialingBody,
  output: z.object({ success, dialing: Dialing }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write', 'campaignQueue:send', 'dialQueue:send', 'dialLimits'],
  async handle({ input: { accountSlug: _, ...given }, caller, ...ports }) {
    return { success: true as const, dialing: await changeDialing(ports, caller, given) };
  },
});
