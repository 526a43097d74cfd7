import * as z from 'zod';
import { CALL_OUTCOMES } from '#shared/domain/call/lifecycle.ts';
import { CONTACT_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import { CAMPAIGN_STATUSES } from '#shared/domain/campaign/status.ts';
import { WAITING_REASONS } from '#shared/domain/campaign/waiting.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { freeForm, jsonObject } from './fields/free-form.ts';
import {
  accountSlug,
  Cost,
  fieldsRule,
  id,
  instant,
  longText,
  name,
  timestamp,
  timezone,
  wallClock,
} from './fields/primitives.ts';

const MAX_CONCURRENT_CALLS_DEFAULT = 3;
const MAX_CONCURRENT_CALLS_MAX = 1000;
const MAX_ATTEMPTS_DEFAULT = 3;
const MAX_ATTEMPTS_MAX = 100;
const RETRY_DELAY_MINUTES_DEFAULT = 60;
const RETRY_DELAY_MINUTES_MAX = (30 * DAY_MS) / MINUTE_MS;
const CALLER_IDS_MAX = 100;
const CONTACTS_PER_REQUEST_MAX = 1000;
const MAX_CALLS_MAX = 1_000_000;

const NO_STATUS_COUNTS = Object.fromEntries(CONTACT_STATUSES.map((status) => [status, 0]));

export const Campaign = z
  .object({
    id: id('campaign', 'camp_01JNB4Q8Z6W2'),
    team_id: id('owning team', 'team_01JNB4Q8Z6W2'),
    assistant_id: id('assistant', 'asst_01JNB4Q8Z6W2'),
    company_id: id('company', 'comp_01JNB4Q8Z6W2'),
    name: z.string().meta({ examples: ['Spring outreach'] }),
    description: z.nullable(z.string()).meta({ examples: ['Renewals due in April'] }),
    from_number: z.string().meta({ description: 'The first caller ID of the rotation.', examples: ['+14155550123'] }),
    status: z.enum(CAMPAIGN_STATUSES).meta({ examples: ['draft'] }),
    call_window_start: z.nullable(z.string()).meta({ examples: ['09:00'] }),
    call_window_end: z.nullable(z.string()).meta({ examples: ['17:00'] }),
    call_window_timezone: z.nullable(z.string()).meta({ examples: ['America/New_York'] }),
    max_concurrent_calls: z.int().meta({ examples: [MAX_CONCURRENT_CALLS_DEFAULT] }),
    total_contacts: z.int().meta({ description: 'Contacts in the campaign.', examples: [0] }),
    contacts_called: z.int().meta({ description: 'Contacts with at least one call attempt.', examples: [0] }),
    contacts_completed: z.int().meta({ description: 'Contacts that reached a terminal state.', examples: [0] }),
    contacts_answered: z.int().meta({ description: 'Contacts who answered.', examples: [0] }),
    cost: Cost,
    contact_status_counts: z.record(z.enum(CONTACT_STATUSES), z.int()).meta({
      description: 'Contacts by their status in the campaign.',
      examples: [{ ...NO_STATUS_COUNTS, pending: 1 }],
    }),
    max_attempts_per_contact: z.int().meta({ examples: [MAX_ATTEMPTS_DEFAULT] }),
    retry_delay_minutes: z.int().meta({ examples: [RETRY_DELAY_MINUTES_DEFAULT] }),
    from_number_ids: z.array(z.string()).meta({ examples: [['num_01JNB4Q8Z6W2']] }),
    settings: jsonObject('Free-form.', { retryOnVoicemail: false, windowInCalleeZone: false }),
    paused_reason: z
      .nullable(z.string())
      .meta({ description: 'Why the engine paused the campaign.', examples: [null] }),
    scheduled_start_at: timestamp.nullable(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    deleted_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof Campaign>;

/** A campaign as it is read by itself: with what it waits for. */
export const CampaignWithWaiting = Campaign.extend({
  waiting_reason: z.nullable(z.enum(WAITING_REASONS)).meta({
    description: 'Why the running campaign dials nobody now; null where it can, or nothing is running.',
    examples: [null],
  }),
  waiting_until: timestamp.nullable().meta({ description: 'When it can dial again.', examples: [null] }),
}).meta({ id: 'CampaignWithWaiting' });

const windowFields = {
  callWindowStart: wallClock.nullish().meta({ description: 'A window has both ends or neither.', examples: ['09:00'] }),
  callWindowEnd: wallClock.nullish().meta({
    description: 'A window has both ends or neither; this one differs from `callWindowStart`.',
    examples: ['17:00'],
  }),
  callWindowTimezone: timezone.nullish(),
};

const limits = {
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(MAX_CONCURRENT_CALLS_MAX)
    .meta({ examples: [MAX_CONCURRENT_CALLS_DEFAULT] }),
  maxAttemptsPerContact: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS_MAX)
    .meta({ description: 'Dials per contact, the first included.', examples: [MAX_ATTEMPTS_DEFAULT] }),
  retryDelayMinutes: z
    .int()
    .min(0)
    .max(RETRY_DELAY_MINUTES_MAX)
    .meta({ examples: [RETRY_DELAY_MINUTES_DEFAULT] }),
};

const fromNumberIds = z
  .array(id('caller-ID phone number', 'num_01JNB4Q8Z6W2'))
  .min(1)
  .max(CALLER_IDS_MAX)
  .meta({ description: 'Caller-ID numbers; the service rotates across them.', examples: [['num_01JNB4Q8Z6W2']] });

/** Settings that the engine obeys, and which must therefore be what they seem. */
const FLAGS = ['windowInCalleeZone', 'callbacks'] as const;

const settings = freeForm(
  "Free-form; `retryOnVoicemail: true` retries voicemail too, `windowInCalleeZone: true` reads the call window in the callee's timezones instead of the campaign's, `callbacks: false` calls nobody back who asks for it.",
  { retryOnVoicemail: false, windowInCalleeZone: false, callbacks: true },
).superRefine((given, { addIssue }) => {
  for (const flag of FLAGS)
    if (!['undefined', 'boolean'].includes(typeof given[flag]))
      addIssue({ code: 'custom', path: [flag], message: 'must be true or false' });
});

interface WindowFields {
  callWindowStart?: unknown;
  callWindowEnd?: unknown;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A window has both ends or neither, at different times. */
export const WINDOW_RULES = [
  {
    path: 'callWindowStart',
    message: 'is required when callWindowEnd is given',
    holds: (fields: WindowFields) => isGiven(fields.callWindowStart) || !isGiven(fields.callWindowEnd),
  },
  {
    path: 'callWindowEnd',
    message: 'is required when callWindowStart is given',
    holds: (fields: WindowFields) => isGiven(fields.callWindowEnd) || !isGiven(fields.callWindowStart),
  },
  {
    path: 'callWindowEnd',
    message: 'must differ from callWindowStart; leave both out for no restriction',
    holds: (fields: WindowFields) => !isGiven(fields.callWindowEnd) || fields.callWindowStart !== fields.callWindowEnd,
  },
];

/** The path parameters of one campaign's routes. */
export const CampaignPath = z.object({ id: id('campaign', 'camp_01JNB4Q8Z6W2') });

export const CreateCampaignBody = z
  .object({
    teamId: id('team', 'team_01JNB4Q8Z6W2'),
    assistantId: id('assistant', 'asst_01JNB4Q8Z6W2'),
    companyId: id('company', 'comp_01JNB4Q8Z6W2'),
    fromNumberIds,
    name: name('Name.', 'Spring outreach'),
    description: longText('Purpose.', 'Renewals due in April').nullish(),
    scheduledStartAt: instant.nullish(),
    ...windowFields,
    maxConcurrentCalls: limits.maxConcurrentCalls.default(MAX_CONCURRENT_CALLS_DEFAULT),
    maxAttemptsPerContact: limits.maxAttemptsPerContact.default(MAX_ATTEMPTS_DEFAULT),
    retryDelayMinutes: limits.retryDelayMinutes.default(RETRY_DELAY_MINUTES_DEFAULT),
    settings: settings.optional(),
  })
  .check(...WINDOW_RULES.map(({ path, message, holds }) => fieldsRule<WindowFields>(path, message, holds)));

/** Only given fields change; null removes the window, the description or the start time. */
export const UpdateCampaignBody = z.object({
  name: name('Name.', 'Spring outreach').optional(),
  description: longText('Purpose.', 'Renewals due in April').nullish(),
  fromNumberIds: fromNumberIds.optional(),
  scheduledStartAt: instant.nullish(),
  ...windowFields,
  ...z.object(limits).partial().shape,
  settings: settings.optional(),
});

export type UpdateCampaignBody = z.output<typeof UpdateCampaignBody>;

export const AddContactsBody = z.object({
  contactIds: z
    .array(id('contact', 'cont_01JNB4Q8Z6W2'))
    .min(1)
    .max(CONTACTS_PER_REQUEST_MAX)
    .meta({ examples: [['cont_01JNB4Q8Z6W2']] }),
});

export const RunCampaignBody = z.object({
  accountSlug: accountSlug.optional(),
  maxCalls: z
    .int()
    .min(1)
    .max(MAX_CALLS_MAX)
    .nullish()
    .meta({ description: 'Maximum number of calls to start in this execution.', examples: [100] }),
  dryRun: z
    .boolean()
    .default(false)
    .meta({ description: 'Only report what would be started.', examples: [false] }),
});

export const CampaignContact = z
  .object({
    contact_id: id('contact', 'cont_01JNB4Q8Z6W2'),
    first_name: z
      .nullable(z.string())
      .meta({ description: 'As it is; null, like `last_name` and `phone`, once deleted.', examples: ['Ada'] }),
    last_name: z.nullable(z.string()).meta({ examples: ['Lovelace'] }),
    phone: z.nullable(z.string()).meta({ description: 'Primary phone, E.164.', examples: ['+14155550001'] }),
    status: z.enum(CONTACT_STATUSES).meta({ examples: ['completed'] }),
    attempts: z.int().meta({ description: 'Attempts that were dialled.', examples: [1] }),
    last_outcome: z.nullable(z.enum(CALL_OUTCOMES)).meta({ examples: ['answered'] }),
    next_attempt_at: timestamp.nullable(),
    last_call_id: z.nullable(z.string()).meta({ examples: ['call_3f1c9a'] }),
    skip_reason: z.nullable(z.string()).meta({ examples: [null] }),
  })
  .meta({ id: 'CampaignContact' });
