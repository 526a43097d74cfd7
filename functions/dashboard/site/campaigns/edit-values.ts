import type { InputOf, OutputOf } from '#shared/client/client.ts';
import { orNull, type WindowAndLimits, windowOf } from './window-values.ts';

type Campaign = OutputOf<'getCampaign'>['campaign'];

/** The values of the form that changes a campaign. */
export interface EditValues extends WindowAndLimits {
  name: string;
  description: string;
}

export const valuesOf = (campaign: Campaign, zone: string): EditValues => ({
  name: campaign.name,
  description: campaign.description ?? '',
  windowStart: campaign.call_window_start ?? '',
  windowEnd: campaign.call_window_end ?? '',
  timezone: campaign.call_window_timezone ?? zone,
  maxConcurrentCalls: String(campaign.max_concurrent_calls),
  maxAttemptsPerContact: String(campaign.max_attempts_per_contact),
  retryDelayMinutes: String(campaign.retry_delay_minutes),
});

type Changes = Omit<InputOf<'updateCampaign'>, 'id'>;

const LIMITS = ['maxConcurrentCalls', 'maxAttemptsPerContact', 'retryDelayMinutes'] as const;
const WINDOW = ['windowStart', 'windowEnd', 'timezone'] as const;

/** What differs, as a request has it: a running campaign refuses fields that cannot change, also unchanged ones. */
export const changedFields = (before: EditValues, after: EditValues): Changes => {
  const differs = (name: keyof EditValues): boolean => before[name] !== after[name];
  return {
    ...(differs('name') && { name: after.name }),
    ...(differs('description') && { description: orNull(after.description) }),
    ...(WINDOW.some(differs) && windowOf(after)),
    ...Object.fromEntries(LIMITS.filter(differs).map((name) => [name, Number(after[name])])),
  };
};
