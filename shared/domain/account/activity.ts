export const ACTIVITY_RESOURCES = [
  'account',
  'api_key',
  'campaign',
  'contact',
  'phone_number',
  'queue',
  'session',
  'team',
  'webhook',
] as const;
export type ActivityResource = (typeof ACTIVITY_RESOURCES)[number];

interface ActionRow {
  /** What the action is mostly done to. */
  resource: ActivityResource;
  words: string;
}

/** What people do that an account keeps, or the deployment: a row for each action. */
const ACTIONS = {
  'account.created': { resource: 'account', words: 'Created the account' },
  'account.suspended': { resource: 'account', words: 'Suspended the account' },
  'account.reinstated': { resource: 'account', words: 'Reinstated the account' },
  'account.deletion_begun': { resource: 'account', words: 'Began to delete the account' },
  'account.deleted': { resource: 'account', words: 'Deleted the account' },
  'plan.changed': { resource: 'account', words: 'Changed the plan' },
  'api_key.created': { resource: 'api_key', words: 'Created an API key' },
  'api_key.revoked': { resource: 'api_key', words: 'Revoked an API key' },
  'session.started': { resource: 'session', words: 'Signed in' },
  'session.ended': { resource: 'session', words: 'Signed out' },
  'webhook.set': { resource: 'webhook', words: "Set a webhook's URL" },
  'webhook.removed': { resource: 'webhook', words: "Removed a webhook's URL" },
  'webhook.rotated': { resource: 'webhook', words: "Rotated a webhook's key" },
  'dialing.changed': { resource: 'account', words: 'Changed the dialing settings' },
  'retention.changed': { resource: 'account', words: 'Changed how long transcripts and recordings are kept' },
  'suppression.added': { resource: 'contact', words: 'Suppressed phone numbers' },
  'suppression.removed': { resource: 'contact', words: 'Lifted the suppression of phone numbers' },
  'phone_number.purchased': { resource: 'phone_number', words: 'Bought a phone number' },
  'phone_number.released': { resource: 'phone_number', words: 'Released a phone number' },
  'campaign.run': { resource: 'campaign', words: 'Ran a campaign' },
  'campaign.paused': { resource: 'campaign', words: 'Paused a campaign' },
  'campaign.resumed': { resource: 'campaign', words: 'Resumed a campaign' },
  'campaign.redialled': { resource: 'campaign', words: 'Redialled a campaign' },
  'campaign.cancelled': { resource: 'campaign', words: 'Cancelled a campaign' },
  'campaign.deleted': { resource: 'campaign', words: 'Deleted a campaign' },
  'campaign.woken': { resource: 'campaign', words: 'Had a campaign look again at what it may do' },
  'calls.stopped': { resource: 'account', words: 'Stopped all outbound calls' },
  'calls.resumed': { resource: 'account', words: 'Let outbound calls start again' },
  'contact.erased': { resource: 'contact', words: 'Erased a contact' },
  'dead_letters.redriven': { resource: 'queue', words: 'Moved dead letters back to their queue' },
} as const satisfies Record<string, ActionRow>;

export type ActivityAction = keyof typeof ACTIONS;
export const ACTIVITY_ACTIONS = Object.keys(ACTIONS) as [ActivityAction, ...ActivityAction[]];

/** Something that was done. Its words hold no personal values: no name, number or address that somebody entered. */
export interface Activity {
  action: ActivityAction;
  resource: ActivityResource;
  /** The id by which the API names the resource; of a webhook its kind. */
  resource_id: string;
  summary: string;
}

interface Particulars {
  /** Where it was done to something else than mostly. */
  resource?: ActivityResource;
  /** Completes the sentence after a colon; without personal values. */
  detail?: string | undefined;
}

/** Something that was done to a resource, in words. */
export const activity = (
  action: ActivityAction,
  resource_id: string,
  { resource = ACTIONS[action].resource, detail }: Particulars = {},
): Activity => ({
  action,
  resource,
  resource_id,
  summary: `${ACTIONS[action].words}${detail === undefined ? '' : `: ${detail}`}.`,
});
