import { isFault, type PauseKind } from '#shared/domain/campaign/pause-kind.ts';
import type { Log } from '#shared/ports/log.ts';
import { measure } from '#shared/ports/metrics.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';

/** Tells that the engine has paused a campaign, once that is written. */
export const notePause = (log: Log, { id, account_id }: CampaignControl, pause: PauseKind): void => {
  const faults = isFault(pause) ? { campaign_faults: 1 } : {};
  const subject = { account_id, campaign_id: id };
  measure(log, 'The engine has paused a campaign.', { campaigns_paused: 1, pause, ...faults }, subject);
};
