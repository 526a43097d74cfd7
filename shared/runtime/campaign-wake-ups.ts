import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { type ScheduleTarget, setSchedule } from './adapters/one-time-schedule.ts';

/** One EventBridge schedule per campaign, at its earliest due time. Written by `advance-campaign` alone. */
export interface CampaignWakeUps {
  wakeAt(campaignId: string, at: Date): Promise<void>;
}

export const schedulerWakeUps = (target: ScheduleTarget): CampaignWakeUps => ({
  wakeAt: (campaignId, at) => {
    const message: CampaignMessage = { campaign_id: campaignId, reason: 'wake' };
    return setSchedule(target, { name: campaignId, at, message, messageGroupId: campaignId });
  },
});
