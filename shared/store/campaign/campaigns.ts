import type * as z from 'zod';
import { costOf, NO_USAGE, type Usage } from '#shared/domain/call/cost.ts';
import { type CallWindow, DEFAULT_WINDOW_TIMEZONE } from '#shared/domain/campaign/call-window.ts';
import {
  CONTACT_STATUSES,
  type ContactCounts,
  type ContactStatus,
  noContacts,
  terminalContacts,
  totalContacts,
} from '#shared/domain/campaign/contact-status.ts';
import { type CampaignLife, isRedialling, newLife, noCampaign } from '#shared/domain/campaign/status.ts';
import type { Campaign, CreateCampaignBody } from '#shared/schemas/campaign.ts';
import { activeKey, counterOwners, keys, listSort, lists } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import { count } from '#shared/store/table/counters.ts';
import { fromJsonText, type RecordKey, readTogether, toJsonText } from '#shared/store/table/records.ts';
import {
  absent,
  type CheckOperation,
  differs,
  equals,
  type Key,
  type TableReader,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table/table.ts';

/** What people wrote about a campaign. Only prompts and the voicemail policy read it. */
export interface CampaignDefinition {
  id: string;
  name: string;
  description: string | null;
  /** JSON text. */
  settings: string;
}

/**
 * What the engine obeys. Every plan, and every change of status, limits or window, bumps `plan_version` on condition
 * that it is unchanged; a concurrent planner loses and plans again.
 */
export interface CampaignControl extends CampaignLife {
  account_id: string;
  team_id: string;
  assistant_id: string;
  company_id: string;
  from_number_ids: string[];
  from_number: string;
  plan_version: number;
  max_concurrent_calls: number;
  /** How often that was changed. */
  limit_changes: number;
  max_attempts_per_contact: number;
  retry_delay_minutes: number;
  retry_on_voicemail: boolean;
  call_window_start: string | null;
  call_window_end: string | null;
  call_window_timezone: string | null;
  /** The window is read in the callee's zones. Absent for false. */
  window_in_callee_zone?: boolean;
  /** Claims so far; sets the position in the caller ID rotation. */
  claims_made: number;
  /** The highest limit of the account's calls under which it has made claims: below it are the permits they hold. */
  permits_within: number;
  /** When the campaign's wake-up is scheduled. */
  wake_at: string | null;
  created_at: string;
}

export const definitionKey = (id: string): RecordKey<CampaignDefinition> => keys.campaign(id);
export const controlKey = (id: string): RecordKey<CampaignControl> => keys.campaignControl(id);

export const callWindowOf = (control: CampaignControl): CallWindow | null =>
  control.call_window_start !== null && control.call_window_end !== null
    ? {
        start: control.call_window_start,
        end: control.call_window_end,
        timezone: control.call_window_timezone ?? DEFAULT_WINDOW_TIMEZONE,
        inCalleeZone: control.window_in_callee_zone === true,
      }
    : null;

/** A call window as it is stored; without a timezone, it has the default one. */
export const windowFields = (start: string | null, end: string | null, timezone: string | null) => ({
  call_window_start: start,
  call_window_end: end,
  call_window_timezone: timezone ?? (start === null ? null : DEFAULT_WINDOW_TIMEZONE),
});

export const newCampaign = (
  given: z.output<typeof CreateCampaignBody>,
  { id, accountId, fromNumber, now }: { id: string; accountId: string; fromNumber: string; now: Date },
): { definition: CampaignDefinition; control: CampaignControl } => ({
  definition: { id, name: given.name, description: given.description ?? null, settings: toJsonText(given.settings) },
  control: {
    ...newLife(id, given.scheduledStartAt ?? null, now.toISOString()),
    account_id: accountId,
    team_id: given.teamId,
    assistant_id: given.assistantId,
    company_id: given.companyId,
    from_number_ids: [...new Set(given.fromNumberIds)],
    from_number: fromNumber,
    plan_version: 0,
    max_concurrent_calls: given.maxConcurrentCalls,
    limit_changes: 0,
    max_attempts_per_contact: given.maxAttemptsPerContact,
    retry_delay_minutes: given.retryDelayMinutes,
    retry_on_voicemail: given.settings?.retryOnVoicemail === true,
    window_in_callee_zone: given.settings?.windowInCalleeZone === true,
    ...windowFields(given.callWindowStart ?? null, given.callWindowEnd ?? null, given.callWindowTimezone ?? null),
    claims_made: 0,
    permits_within: 0,
    wake_at: null,
    created_at: now.toISOString(),
  },
});

/** Lets a transaction pass only until the campaign is cancelled or deleted. */
export const unlessCancelled = (id: string): CheckOperation => ({
  check: keys.campaignControl(id),
  when: [differs('status', 'cancelled'), equals('deleted_at', null)],
});

export const addCampaign = (definition: CampaignDefinition, control: CampaignControl): WriteOperation[] => [
  { put: { ...keys.campaign(control.id), ...definition }, when: [absent('pk')] },
  {
    put: {
      ...keys.campaignControl(control.id),
      ...control,
      ix: { status: control.status, assistant_id: control.assistant_id, deleted: false },
      list_pk: lists.campaigns(control.team_id),
      list_sk: listSort(control.created_at, control.id),
    },
  },
  { put: { ...keys.campaignCounts(control.id), ...noContacts(), redials: control.redials } },
  count(counterOwners.campaigns(control.team_id), control.id, 1),
];

/**
 * Changes a control if nobody else has since it was read; the loser gets ConditionFailed and reads again.
 */
export const changeControl = (control: CampaignControl, changes: Partial<CampaignControl>): Change<CampaignControl> => {
  const status = changes.status ?? control.status;
  // The sweep also finishes a cancel or a redial that crashed halfway.
  const beginsRedial = isRedialling({ redial_place: changes.redial_place ?? null });
  const isSwept =
    !changes.deleted_at &&
    (status === 'running' || status === 'scheduled' || changes.status === 'cancelled' || beginsRedial);
  const plan_version = control.plan_version + 1;
  return {
    operation: {
      update: keys.campaignControl(control.id),
      set: {
        ...changes,
        plan_version,
        ...(changes.status && { 'ix.status': changes.status }),
        ...(changes.deleted_at && { 'ix.deleted': true }),
        ...(isSwept && activeKey(control.id)),
      },
      when: [equals('plan_version', control.plan_version)],
    },
    after: { ...control, ...changes, plan_version },
  };
};

/**
 * Holds while a campaign has the status and the scheduled start that were read. Unlike a change it disturbs no planner,
 * so contacts are added without making the engine plan again.
 */
export const checkStatus = ({ id, status, scheduled_start_at }: CampaignControl): CheckOperation => ({
  check: keys.campaignControl(id),
  when: [equals('status', status), equals('scheduled_start_at', scheduled_start_at), equals('deleted_at', null)],
});

/** Takes a campaign out of the sweep. */
export const leaveSweep = (control: CampaignControl): UpdateOperation => ({
  update: keys.campaignControl(control.id),
  remove: ['active_pk', 'active_sk'],
  when: [equals('plan_version', control.plan_version)],
});

/** Stores when the wake-up is scheduled; only a hint, which the next step corrects. */
export const noteWakeUp = (id: string, at: Date): UpdateOperation => ({
  update: keys.campaignControl(id),
  set: { wake_at: at.toISOString() },
});

export const getControl = (table: TableReader, id: string): Promise<(Key & CampaignControl) | undefined> =>
  table.get<CampaignControl>(controlKey(id));

/** @throws Refusal 404 when there is no such campaign, or it was deleted. */
export const loadControl = async (table: TableReader, id: string): Promise<CampaignControl> => {
  const control = await getControl(table, id);
  if (!control || control.deleted_at !== null) throw noCampaign(id);
  return control;
};

/** The items of a campaign beside its control. */
export const definitionAndCounterKeys = (id: string) => ({
  definition: definitionKey(id),
  counts: keys.campaignCounts(id) as RecordKey<ContactCounts>,
  usage: keys.campaignUsage(id) as RecordKey<Partial<Usage>>,
});

/** A campaign in the API's form. */
export const toCampaign = (
  definition: CampaignDefinition,
  control: CampaignControl,
  counts: ContactCounts,
  usage: Partial<Usage> | undefined,
): Campaign => ({
  ...control,
  ...definition,
  settings: fromJsonText(definition.settings),
  contact_status_counts: Object.fromEntries(CONTACT_STATUSES.map((status) => [status, counts[status] ?? 0])) as Record<
    ContactStatus,
    number
  >,
  total_contacts: totalContacts(counts),
  contacts_called: counts.called,
  contacts_completed: terminalContacts(counts),
  contacts_answered: counts.answered,
  cost: costOf({ ...NO_USAGE, ...usage }),
});

/** Reads deleted campaigns too. @throws Refusal 404 when there is no such campaign. */
export const readCampaign = async (table: TableReader, id: string): Promise<Campaign> => {
  const { definition, control, counts, usage } = await readTogether(table, {
    control: controlKey(id),
    ...definitionAndCounterKeys(id),
  });
  if (!definition || !control) throw noCampaign(id);
  return toCampaign(definition, control, counts ?? noContacts(), usage);
};

/** An item apart from the counters, so that counting ended calls does not collide with claims. */
export const addCampaignUsage = (campaignId: string, usage: Usage): UpdateOperation => ({
  update: keys.campaignUsage(campaignId),
  add: { ...usage },
});

/** Takes a deleted campaign out of its team's count; its contacts and calls stay. */
export const uncountCampaign = ({ team_id, id }: CampaignControl): UpdateOperation =>
  count(counterOwners.campaigns(team_id), id, -1);

/** Notes a change that no plan depends on, while the status is what was read. */
export const noteChange = (control: CampaignControl, at: Date): Change<CampaignControl> => {
  const updated_at = at.toISOString();
  return {
    operation: {
      update: keys.campaignControl(control.id),
      set: { updated_at },
      when: [equals('status', control.status), equals('deleted_at', null)],
    },
    after: { ...control, updated_at },
  };
};

export const updateDefinition = (id: string, changes: Partial<CampaignDefinition>): UpdateOperation[] =>
  Object.keys(changes).length > 0 ? [{ update: keys.campaign(id), set: changes }] : [];
