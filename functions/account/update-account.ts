import * as z from 'zod';
import { changeRetention } from '#shared/engine/account/change-retention.ts';
import { accountView } from '#shared/engine/account/session-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Account, UpdateAccountBody } from '#shared/schemas/account.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const updateAccount = defineEndpoint({
  method: 'PATCH',
  path: '/api/account',
  tag: 'Account',
  summary: 'Change how long transcripts and recordings are kept; only the supplied fields change',
  description:
    "Days count from the end of each call, and the shorter of yours and the operator's holds. What has outlived them ends " +
    'within the hour, here and at the carrier, and does not come back if more days are set later; a long list of older ' +
    'calls takes longer when days are first set. With the transcript go the values found in it, the variables of the ' +
    'call and its `call.concluded` event; with the recording its `call.recording.saved` event. Summary, times, numbers ' +
    'and outcome stay.',
  role: 'full',
  body: UpdateAccountBody,
  output: z.object({ success, account: Account }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  async handle({ input: { accountSlug: _, ...given }, caller, ...ports }) {
    return { success: true as const, account: accountView(await changeRetention(ports, caller, given)) };
  },
});
