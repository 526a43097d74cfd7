/**
 * One EventBridge schedule per campaign, at its earliest due time. It is never cancelled: the campaign looks at the
 * table when it fires. engine/campaign/advance.ts alone writes it.
 */
export interface CampaignWakeUps {
  wakeAt(campaignId: string, at: Date): Promise<void>;
}

/** One EventBridge schedule per trial number, at the end of its trial. */
export interface TrialEnds {
  lookAt(numberId: string, at: Date): Promise<void>;
}
