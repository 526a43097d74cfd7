import * as z from 'zod';
import { CALL_OUTCOMES, CALL_STATUSES } from '#shared/domain/call/lifecycle.ts';
import { callRow } from '#shared/engine/call/call-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CallRow } from '#shared/schemas/call.ts';
import { cursorAlone, cursorFields, cursorPage, oneOfFilter } from '#shared/schemas/fields/paging.ts';
import { fieldsRule, id, instant, success } from '#shared/schemas/fields/primitives.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';

export const listCalls = defineEndpoint({
  method: 'GET',
  path: '/api/calls',
  tag: 'Calls',
  summary: 'List calls, newest first',
  description: 'What was said on a call, `transcript` and `extracted`, is told by the call itself; here both are null.',
  role: 'read',
  query: z
    .object({
      teamId: id('team', 'team_01JNB4Q8Z6W2'),
      campaignId: id('campaign', 'camp_01JNB4Q8Z6W2').optional(),
      contactId: id('contact', 'cont_01JNB4Q8Z6W2').optional(),
      assistantId: id('assistant', 'asst_01JNB4Q8Z6W2').optional(),
      status: oneOfFilter(CALL_STATUSES, 'ended'),
      outcome: oneOfFilter(CALL_OUTCOMES, 'answered'),
      direction: oneOfFilter(['inbound', 'outbound'], 'outbound'),
      from: instant
        .meta({ description: 'Created at this time or later.', examples: ['2026-03-02T00:00:00Z'] })
        .optional(),
      to: instant
        .meta({ description: 'Created before this time, later than `from`.', examples: ['2026-03-03T00:00:00Z'] })
        .optional(),
      ...cursorPage,
    })
    .check(
      cursorAlone,
      fieldsRule<{ from?: unknown; to?: unknown }>(
        'to',
        'must be later than from',
        ({ from, to }) => from === undefined || to === undefined || String(from) < String(to),
      ),
    ),
  output: z.object({ success, calls: z.array(CallRow), ...cursorFields }),
  errors: [403, 404],
  loads: { team: 'teamId', anyCampaign: 'campaignId', anyContact: 'contactId', anyAssistant: 'assistantId' },
  uses: ['table:read', 'recordings:link'],
  async handle({ input, table, recordingLinks }) {
    const { items, ...page } = await listCallRecords(table, input.teamId, input, input);
    const calls = await Promise.all(items.map((call) => callRow(recordingLinks, call)));
    return { success: true as const, calls, ...page };
  },
});
