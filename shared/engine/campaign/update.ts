import { DEFAULT_WINDOW_TIMEZONE } from '#shared/domain/campaign/call-window.ts';
import { totalContacts } from '#shared/domain/campaign/contact-status.ts';
import { allowedFrom, type CampaignStatus, isAllowed } from '#shared/domain/campaign/status.ts';
import { conflict, invalid, notFound } from '#shared/domain/errors.ts';
import { awaitCampaignQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import { type UpdateCampaignBody, WINDOW_RULES } from '#shared/schemas/campaign.ts';
import {
  type CampaignControl,
  type CampaignDefinition,
  changeControl,
  getControl,
  getCounts,
  updateDefinition,
} from '#shared/store/campaigns.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { toJsonText } from '#shared/store/table/json-text.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** What may change while the campaign dials. */
const WHILE_RUNNING: readonly string[] = [
  'name',
  'description',
  'maxConcurrentCalls',
  'callWindowStart',
  'callWindowEnd',
  'callWindowTimezone',
];

const refuseFixed = ({ status }: CampaignControl, given: UpdateCampaignBody): void => {
  if (!isAllowed('change', status)) {
    throw conflict(`A ${status} campaign cannot be changed; it must be ${allowedFrom('change').join(', ')}.`);
  }
  const fixed = Object.keys(given).filter((field) => status === 'running' && !WHILE_RUNNING.includes(field));
  if (fixed.length > 0)
    throw conflict(`Pause the campaign first: ${fixed.join(', ')} cannot change while it is running.`);
};

/** The window after the change, which must be whole. */
const windowAfter = (control: CampaignControl, given: UpdateCampaignBody) => {
  const after = <T>(value: T | null | undefined, before: T | null): T | null => (value === undefined ? before : value);
  const start = after(given.callWindowStart, control.call_window_start);
  const end = after(given.callWindowEnd, control.call_window_end);
  const timezone = after(given.callWindowTimezone, control.call_window_timezone);
  const broken = WINDOW_RULES.filter(({ holds }) => !holds({ callWindowStart: start, callWindowEnd: end }));
  if (broken.length > 0) throw invalid(broken.map(({ path, message }) => ({ path, message })));
  return {
    call_window_start: start,
    call_window_end: end,
    call_window_timezone: timezone ?? (start === null ? null : DEFAULT_WINDOW_TIMEZONE),
  };
};

/** A start time schedules a draft that has contacts; without one, what was scheduled is a draft again. */
const statusAfter = (status: CampaignStatus, startAt: string | null, hasContacts: boolean): CampaignStatus => {
  if (status === 'draft' && startAt !== null && hasContacts) return 'scheduled';
  return status === 'scheduled' && startAt === null ? 'draft' : status;
};

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

const definitionChanges = ({ name, description, settings }: UpdateCampaignBody): Partial<CampaignDefinition> =>
  defined({ name, description, settings: settings && toJsonText(settings) }) as Partial<CampaignDefinition>;

const controlChanges = (control: CampaignControl, given: UpdateCampaignBody, fromNumber: string | undefined) => ({
  ...windowAfter(control, given),
  ...defined({
    max_concurrent_calls: given.maxConcurrentCalls,
    max_attempts_per_contact: given.maxAttemptsPerContact,
    retry_delay_minutes: given.retryDelayMinutes,
    retry_on_voicemail: given.settings && given.settings.retryOnVoicemail === true,
    scheduled_start_at: given.scheduledStartAt,
    from_number_ids: given.fromNumberIds && [...new Set(given.fromNumberIds)],
    from_number: fromNumber,
  }),
});

const change = (
  table: TableWriter,
  campaignId: string,
  given: UpdateCampaignBody,
  fromNumber: string | undefined,
  now: Date,
): Promise<void> =>
  retryingLostRaces(async () => {
    const [control, counts] = await Promise.all([getControl(table, campaignId), getCounts(table, campaignId)]);
    if (!control || control.deleted_at !== null) throw notFound(`The campaign "${campaignId}"`);
    refuseFixed(control, given);
    const changes = controlChanges(control, given, fromNumber) as Partial<CampaignControl>;
    const startAt = changes.scheduled_start_at === undefined ? control.scheduled_start_at : changes.scheduled_start_at;
    const status = statusAfter(control.status, startAt, totalContacts(counts) > 0);
    await table.transact([
      changeControl(control, {
        ...changes,
        ...(status !== control.status && { status }),
        updated_at: now.toISOString(),
      }),
      ...updateDefinition(campaignId, definitionChanges(given)),
    ]);
  });

/** What every dial obeys, also one that is on its way. */
const HOLDS_FOR_DIALS: readonly string[] = [
  'maxConcurrentCalls',
  'callWindowStart',
  'callWindowEnd',
  'callWindowTimezone',
];

/**
 * Changes a campaign; of two changes at once the later one builds on the other. When limit or window changed, no dial
 * that had not heard of it is in the air when this answers. @throws Refusal 400, 404 or 409
 */
export const updateCampaign = async (
  ports: QuietPorts & { table: TableWriter },
  campaignId: string,
  given: UpdateCampaignBody,
  fromNumber: string | undefined,
): Promise<void> => {
  await change(ports.table, campaignId, given, fromNumber, ports.clock());
  if (HOLDS_FOR_DIALS.some((field) => field in given)) await awaitCampaignQuiet(ports, campaignId);
};
