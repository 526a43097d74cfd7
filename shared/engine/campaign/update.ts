import { totalContacts } from '#shared/domain/campaign/contact-status.ts';
import { invalid } from '#shared/domain/errors.ts';
import { defined } from '#shared/domain/lists.ts';
import { awaitCampaignQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type UpdateCampaignBody, WINDOW_RULES } from '#shared/schemas/campaign.ts';
import {
  type CampaignControl,
  type CampaignDefinition,
  changeControl,
  loadControl,
  noteChange,
  updateDefinition,
  windowFields,
} from '#shared/store/campaign/campaigns.ts';
import { checkNoneOpen, getCounts } from '#shared/store/campaign/contact-counts.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { toJsonText } from '#shared/store/table/records.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { commandChanges, wakeCampaign } from './give-command.ts';

/** The call window after the change. @throws Refusal 400 when it is incomplete or empty. */
const windowAfter = (control: CampaignControl, given: UpdateCampaignBody) => {
  const after = <T>(value: T | null | undefined, before: T | null): T | null => (value === undefined ? before : value);
  const start = after(given.callWindowStart, control.call_window_start);
  const end = after(given.callWindowEnd, control.call_window_end);
  const timezone = after(given.callWindowTimezone, control.call_window_timezone);
  const broken = WINDOW_RULES.filter(({ holds }) => !holds({ callWindowStart: start, callWindowEnd: end }));
  if (broken.length > 0) throw invalid(broken.map(({ path, message }) => ({ path, message })));
  return windowFields(start, end, timezone);
};

const definitionChanges = ({ name, description, settings }: UpdateCampaignBody): Partial<CampaignDefinition> =>
  defined({ name, description, settings: settings && toJsonText(settings) }) as Partial<CampaignDefinition>;

const controlChanges = (control: CampaignControl, given: UpdateCampaignBody, fromNumber: string | undefined) => ({
  ...windowAfter(control, given),
  ...defined({
    max_concurrent_calls: given.maxConcurrentCalls,
    limit_changes: given.maxConcurrentCalls === undefined ? undefined : control.limit_changes + 1,
    max_attempts_per_contact: given.maxAttemptsPerContact,
    retry_delay_minutes: given.retryDelayMinutes,
    retry_on_voicemail: given.settings && given.settings.retryOnVoicemail === true,
    window_in_callee_zone: given.settings && given.settings.windowInCalleeZone === true,
    scheduled_start_at: given.scheduledStartAt,
    from_number_ids: given.fromNumberIds && [...new Set(given.fromNumberIds)],
    from_number: fromNumber,
  }),
});

/** Nobody's plan depends on these. */
const NAMING: readonly string[] = ['name', 'description'];

/** Returns the campaign after the change, and whether plans of the engine depend on it. */
const change = (
  table: TableWriter,
  campaignId: string,
  given: UpdateCampaignBody,
  fromNumber: string | undefined,
  now: Date,
): Promise<{ after: CampaignControl; isPlanned: boolean }> =>
  retryingLostRaces(table, async () => {
    const [control, counts] = await Promise.all([loadControl(table, campaignId), getCounts(table, campaignId)]);
    const startAt = given.scheduledStartAt === undefined ? control.scheduled_start_at : given.scheduledStartAt;
    const hasContacts = totalContacts(counts) > 0;
    const command = { type: 'change' as const, fields: Object.keys(given), startAt, hasContacts };
    const ofStatus = commandChanges(control, command, now);
    const changes = { ...controlChanges(control, given, fromNumber), ...ofStatus } as Partial<CampaignControl>;
    const isPlanned = command.fields.some((field) => !NAMING.includes(field)) || 'status' in ofStatus;
    const { operation, after } = isPlanned ? changeControl(control, changes) : noteChange(control, now);
    await table.transact([
      operation,
      ...updateDefinition(campaignId, definitionChanges(given)),
      // The first contacts decide whether a draft is scheduled.
      ...(isPlanned && control.status === 'draft' && !hasContacts ? [checkNoneOpen(campaignId)] : []),
    ]);
    return { after, isPlanned };
  });

/** What says when somebody may be called; the settings among them, for `windowInCalleeZone`. */
const WINDOW: readonly string[] = ['callWindowStart', 'callWindowEnd', 'callWindowTimezone', 'settings'];
/** Every dial checks these, so a change waits for dials in flight. */
const CHECKED_AT_DIAL: readonly string[] = ['maxConcurrentCalls', ...WINDOW];

/** Has the contacts judged anew that wait for the window. */
const wakeContacts = ({ campaignQueue }: Needs<'campaignQueue'>, campaignId: string): Promise<void> =>
  campaignQueue.send([{ campaign_id: campaignId, reason: 'widened', widened: { rules: ['call_window'] } }]);

/**
 * Changes a campaign; the later of two concurrent changes builds on the other. After a new limit or window it returns
 * once no dial under the old one is in flight. @throws Refusal 400, 404 or 409.
 */
export const updateCampaign = async (
  ports: QuietPorts & Needs<'table' | 'campaignQueue'>,
  campaignId: string,
  given: UpdateCampaignBody,
  fromNumber: string | undefined,
): Promise<CampaignControl> => {
  const { after, isPlanned } = await change(ports.table, campaignId, given, fromNumber, ports.clock());
  if (CHECKED_AT_DIAL.some((field) => field in given)) await awaitCampaignQuiet(ports, campaignId);
  if (WINDOW.some((field) => field in given)) await wakeContacts(ports, campaignId);
  else if (isPlanned) await wakeCampaign(ports, campaignId);
  return after;
};
