import * as z from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/domain/campaign-status.ts';
import { freeForm, id, instant, longText, name, timestamp, timezone, wallClock } from './primitives.ts';

export const MAX_CONCURRENT_CALLS_DEFAULT = 3;
export const MAX_CONCURRENT_CALLS_MAX = 1000;
export const MAX_ATTEMPTS_DEFAULT = 3;
export const MAX_ATTEMPTS_MAX = 100;
export const RETRY_DELAY_MINUTES_DEFAULT = 60;
/** Thirty days. */
export const RETRY_DELAY_MINUTES_MAX = 30 * 24 * 60;
export const CALLER_IDS_MAX = 100;
export const CONTACTS_PER_REQUEST_MAX = 1000;
export const MAX_CALLS_MAX = 1_000_000;

export const Campaign = z
  .object({
    id: id('campaign', 'camp_01JNB4Q8Z6W2'),
    team_id: id('owning team', 'team_01JNB4Q8Z6W2'),
    assistant_id: id('assistant', 'asst_01JNB4Q8Z6W2'),
    company_id: id('company', 'comp_01JNB4Q8Z6W2'),
    name: z.string().meta({ examples: ['Spring outreach'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Renewals due in April'] }),
    from_number: z.string().meta({ description: 'Caller ID; the first of the rotation.', examples: ['+14155550123'] }),
    status: z.enum(CAMPAIGN_STATUSES).meta({ examples: ['draft'] }),
    call_window_start: z
      .string()
      .nullable()
      .meta({ examples: ['09:00'] }),
    call_window_end: z
      .string()
      .nullable()
      .meta({ examples: ['17:00'] }),
    call_window_timezone: z
      .string()
      .nullable()
      .meta({ examples: ['America/New_York'] }),
    max_concurrent_calls: z.int().meta({ examples: [MAX_CONCURRENT_CALLS_DEFAULT] }),
    total_contacts: z.int().meta({ description: 'Contacts in the campaign.', examples: [0] }),
    contacts_called: z.int().meta({ description: 'Contacts with at least one call attempt.', examples: [0] }),
    contacts_completed: z.int().meta({ description: 'Contacts that reached a terminal state.', examples: [0] }),
    contacts_answered: z.int().meta({ description: 'Contacts who answered.', examples: [0] }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Campaign' });
export type Campaign = z.output<typeof Campaign>;

const windowFields = {
  callWindowStart: wallClock.nullish(),
  callWindowEnd: wallClock.nullish(),
  callWindowTimezone: timezone.nullish(),
};

const limits = {
  maxConcurrentCalls: z
    .int()
    .min(1)
    .max(MAX_CONCURRENT_CALLS_MAX)
    .default(MAX_CONCURRENT_CALLS_DEFAULT)
    .meta({ examples: [MAX_CONCURRENT_CALLS_DEFAULT] }),
  maxAttemptsPerContact: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS_MAX)
    .default(MAX_ATTEMPTS_DEFAULT)
    .meta({ description: 'Dials per contact, the first included.', examples: [MAX_ATTEMPTS_DEFAULT] }),
  retryDelayMinutes: z
    .int()
    .min(0)
    .max(RETRY_DELAY_MINUTES_MAX)
    .default(RETRY_DELAY_MINUTES_DEFAULT)
    .meta({ examples: [RETRY_DELAY_MINUTES_DEFAULT] }),
};

/** Half a window is no window: both ends or neither, and not the same minute. */
const windowProblem = (start: unknown, end: unknown): { path: string; message: string } | null => {
  const given = (value: unknown): boolean => value !== undefined && value !== null;
  if (given(start) !== given(end)) {
    const missing = given(start) ? 'callWindowEnd' : 'callWindowStart';
    return { path: missing, message: 'is required when the other end of the call window is given' };
  }
  return given(start) && start === end
    ? { path: 'callWindowEnd', message: 'must differ from callWindowStart; leave both out for no restriction' }
    : null;
};

export const CreateCampaignBody = z
  .object({
    teamId: id('team', 'team_01JNB4Q8Z6W2'),
    assistantId: id('assistant', 'asst_01JNB4Q8Z6W2'),
    companyId: id('company', 'comp_01JNB4Q8Z6W2'),
    fromNumberIds: z
      .array(id('caller-ID phone number', 'num_01JNB4Q8Z6W2'))
      .min(1)
      .max(CALLER_IDS_MAX)
      .meta({ description: 'Caller-ID numbers; the service rotates across them.', examples: [['num_01JNB4Q8Z6W2']] }),
    name: name('Name.', 'Spring outreach'),
    description: longText('Purpose.', 'Renewals due in April').nullish(),
    scheduledStartAt: instant.nullish(),
    ...windowFields,
    ...limits,
    settings: freeForm('Free-form; `retryOnVoicemail: true` retries voicemail too.', {
      retryOnVoicemail: false,
    }).optional(),
  })
  .check(
    z.superRefine((value, context) => {
      const problem = windowProblem(value.callWindowStart, value.callWindowEnd);
      if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
    }),
  );

export const AddContactsBody = z.object({
  contactIds: z
    .array(id('contact', 'cont_01JNB4Q8Z6W2'))
    .min(1)
    .max(CONTACTS_PER_REQUEST_MAX)
    .meta({ examples: [['cont_01JNB4Q8Z6W2']] }),
});

export const RunCampaignBody = z.object({
  accountSlug: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Slug of your account.', examples: ['demo'] }),
  maxCalls: z
    .int()
    .min(1)
    .max(MAX_CALLS_MAX)
    .nullish()
    .meta({ description: 'Calls to start in this execution at most.', examples: [100] }),
  dryRun: z
    .boolean()
    .default(false)
    .meta({ description: 'Report what would be started.', examples: [false] }),
});
