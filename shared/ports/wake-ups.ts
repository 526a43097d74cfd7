/** One EventBridge schedule per campaign, at its earliest due time. Only `advance-campaign` writes it. */
export interface CampaignWakeUps {
  wakeAt(campaignId: string, at: Date): Promise<void>;
}

/** One EventBridge schedule per trial number, at the end of its trial. */
export interface TrialEnds {
  lookAt(numberId: string, at: Date): Promise<void>;
}
