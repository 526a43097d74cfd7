import * as z from 'zod';
import { CALL_OUTCOMES, CALL_STATUSES } from '#shared/domain/call/lifecycle.ts';
import type { TranscriptLine as Line } from '#shared/domain/conversation/utterances.ts';
import { jsonObject, namedTexts } from './fields/free-form.ts';
import { Cost, fieldsRule, id, instant, phone, timestamp } from './fields/primitives.ts';

const TranscriptLine = z.object({
  role: z.string().meta({ examples: ['assistant'] }),
  text: z.string().meta({ examples: ['Hello, this is Ada.'] }),
  at: timestamp,
  interrupted: z
    .literal(true)
    .optional()
    .meta({ description: "Of the assistant's words, when the other party cut them off: no more was said of them." }),
}) satisfies z.ZodType<Line>;

const ERASED = 'E.164; null of a person who was erased.';

export const Call = z
  .object({
    id: id('call', 'call_3f1c9a'),
    team_id: id('team', 'team_01JNB4Q8Z6W2'),
    campaign_id: z.nullable(z.string()).meta({ examples: ['camp_01JNB4Q8Z6W2'] }),
    contact_id: z.nullable(z.string()).meta({ examples: ['cont_01JNB4Q8Z6W2'] }),
    company_id: z.nullable(z.string()).meta({ examples: ['comp_01JNB4Q8Z6W2'] }),
    assistant_id: z.nullable(z.string()).meta({ examples: ['asst_01JNB4Q8Z6W2'] }),
    direction: z.enum(['inbound', 'outbound']).meta({ examples: ['outbound'] }),
    from_number: z.nullable(z.string()).meta({ description: ERASED, examples: ['+14155550123'] }),
    to_number: z.nullable(z.string()).meta({ description: ERASED, examples: ['+14155550001'] }),
    status: z.enum(CALL_STATUSES).meta({ examples: ['queued'] }),
    outcome: z.nullable(z.enum(CALL_OUTCOMES)).meta({ examples: [null] }),
    ended_reason: z.nullable(z.string()).meta({ examples: [null] }),
    attempt: z.nullable(z.int()).meta({ examples: [1] }),
    answered_by: z.nullable(z.enum(['human', 'machine', 'unknown'])).meta({ examples: [null] }),
    call_control_id: z.nullable(z.string()).meta({ examples: [null] }),
    call_leg_id: z.nullable(z.string()).meta({ examples: [null] }),
    call_session_id: z.nullable(z.string()).meta({ examples: [null] }),
    recording_url: z.nullable(z.string()).meta({
      description: 'A link to the recording that works for 15 minutes; read the call again for another.',
      examples: [null],
    }),
    transcript: z.array(TranscriptLine).meta({ examples: [[]] }),
    summary: z.nullable(z.string()).meta({ examples: [null] }),
    extracted: jsonObject('Values the extractor found, with their evidence.', {}).nullable(),
    cost: Cost,
    error: z.nullable(z.string()).meta({ examples: [null] }),
    scheduled_at: timestamp.nullable().meta({ description: 'When a scheduled call is due.', examples: [null] }),
    callback_of: z
      .nullable(z.string())
      .meta({ description: 'The call on which this one was asked for.', examples: [null] }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    answered_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    duration_secs: z.nullable(z.int()).meta({ examples: [null] }),
  })
  .meta({ id: 'Call' });
export type Call = z.output<typeof Call>;

/** The `data` of `call.concluded`: no link, which would soon work no more. */
export const ConcludedCall = Call.omit({ recording_url: true });

/** A call in a list: what was said on it is told by the call alone. */
export const CallRow = z
  .object({
    ...Call.shape,
    transcript: z.null().meta({ description: 'Only on the call itself.' }),
    extracted: z.null().meta({ description: 'Only on the call itself.' }),
  })
  .meta({ id: 'CallRow' });
export type CallRow = z.output<typeof CallRow>;

export const CreateCallBody = z
  .object({
    teamId: id('team', 'team_01JNB4Q8Z6W2'),
    assistantId: id('assistant', 'asst_01JNB4Q8Z6W2'),
    contactId: id('contact', 'cont_01JNB4Q8Z6W2').optional(),
    toNumber: phone.optional(),
    fromNumberId: id('phone number', 'num_01JNB4Q8Z6W2').optional(),
    scheduledAt: instant.nullish().meta({
      description: 'When to call; must be in the future, and at most 365 days ahead. Without it, now.',
    }),
    variables: namedTexts('Texts for `{{variables.name}}` in prompt and first message.', { order: '4711' }).optional(),
  })
  .check(
    fieldsRule<{ contactId?: unknown; toNumber?: unknown }>(
      'toNumber',
      'exactly one of contactId and toNumber is required',
      ({ contactId, toNumber }) => (contactId === undefined) !== (toNumber === undefined),
    ),
  );
