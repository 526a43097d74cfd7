import { type ActivityAction, activity } from '#shared/domain/account/activity.ts';
import type { PauseKind } from '#shared/domain/campaign/pause-kind.ts';
import { type CampaignCommand, transition } from '#shared/domain/campaign/status.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { type CampaignControl, changeControl, loadControl } from '#shared/store/campaign/campaigns.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { PutOperation, TableWriter, WriteOperation } from '#shared/store/table/table.ts';
import { notePause } from './note-pause.ts';

/** Why a campaign is paused: in a word for those who operate the service, in a sentence for those who read it. */
export interface Halt {
  kind: PauseKind;
  reason: string;
}

/** What the account's activity calls the commands that it keeps. */
const ACTIONS = {
  run: 'campaign.run',
  pause: 'campaign.paused',
  resume: 'campaign.resumed',
  redial: 'campaign.redialled',
  cancel: 'campaign.cancelled',
  delete: 'campaign.deleted',
} as const satisfies Partial<Record<CampaignCommand['type'], ActivityAction>>;

type KeptCommand = Extract<CampaignCommand, { type: keyof typeof ACTIONS }>;

/** Notes a person's command, for the transaction of what it changes. */
export const commandActivity = (
  by: Caller,
  { id, account_id }: CampaignControl,
  { type }: KeptCommand,
  now: Date,
  detail?: string,
): PutOperation => activityOf(by, account_id, activity(ACTIONS[type], id, { detail }), now);

/** The changes that a person's command makes. @throws Refusal 404 or 409 when it is not allowed. */
export const commandChanges = (control: CampaignControl, command: CampaignCommand, now: Date) => {
  const { changes, refusal } = transition(control, command, now);
  if (refusal) throw refusal;
  return changes;
};

/** @throws Refusal 404 or 409 when the command is not allowed. */
export const refuseUnlessAllowed = (control: CampaignControl, command: CampaignCommand, now: Date): void => {
  commandChanges(control, command, now);
};

/**
 * Applies a person's command to a campaign, notes it, and writes the operations of `beside` in the same transaction. The
 * loser of two concurrent commands is judged again on the new state. @throws Refusal 404 or 409 when it is not allowed.
 */
export const giveCommand = (
  table: TableWriter,
  by: Caller,
  campaignId: string,
  command: KeptCommand,
  now: Date,
  beside: (control: CampaignControl) => WriteOperation[] = () => [],
): Promise<void> =>
  retryingLostRaces(table, async () => {
    const control = await loadControl(table, campaignId);
    const changes = commandChanges(control, command, now);
    if (Object.keys(changes).length === 0) return;
    const done = commandActivity(by, control, command, now);
    await table.transact([changeControl(control, changes).operation, done, ...beside(control)]);
  });

/**
 * Applies a command of the engine, if what is `beside` holds; without effect if the campaign's status does not allow
 * it.
 */
export const changeByEngine = async (
  table: TableWriter,
  control: CampaignControl,
  command: CampaignCommand,
  now: Date,
  beside: WriteOperation[] = [],
): Promise<CampaignControl> => {
  const { changes } = transition(control, command, now);
  if (!changes) return control;
  const { operation, after } = changeControl(control, changes);
  await table.transact([operation, ...beside]);
  return after;
};

/** Pauses a campaign with the reason for people, and tells of it; any other stop of the campaign wins. */
export const haltByEngine = async (
  { table, log }: Needs<'table' | 'log'>,
  control: CampaignControl,
  { kind, reason }: Halt,
  now: Date,
): Promise<CampaignControl> => {
  const after = await changeByEngine(table, control, { type: 'halt', reason }, now);
  if (after !== control) notePause(log, control, kind);
  return after;
};

/** Makes the engine advance a campaign once more, after a manual change or when one step was not enough. */
export const wakeCampaign = (
  { campaignQueue }: Needs<'campaignQueue'>,
  campaignId: string,
  reason: 'change' | 'call' | 'sweep' = 'change',
): Promise<void> => campaignQueue.send([{ campaign_id: campaignId, reason }]);
