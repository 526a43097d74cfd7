/** Why the engine pauses a campaign, in a word; its `paused_reason` says it in a sentence. */
export const PAUSE_KINDS = [
  'cap_reached',
  'no_numbers_left',
  'not_callable',
  'carrier_refuses',
  'calls_fail',
  'no_conversation',
] as const;
export type PauseKind = (typeof PAUSE_KINDS)[number];

/** Whether somebody must repair something before the next call can succeed. */
export const isFault = (kind: PauseKind): boolean => kind !== 'cap_reached' && kind !== 'no_numbers_left';
