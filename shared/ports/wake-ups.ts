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

/** One EventBridge schedule per single call that waits, at its due time. It is never cancelled. */
export interface CallWakeUps {
  lookAt(due: { call_id: string; account_id: string; due_at: string }): Promise<void>;
}
