import type { CallStatus } from '#shared/domain/call/lifecycle.ts';

/** What of a call tells whether it still changes by itself. */
export interface ChangingCall {
  status: CallStatus;
  scheduled_at: string | null;
  answered_at: string | null;
  ended_at: string | null;
  recording_url: string | null;
  extracted: unknown;
  cost: { carrier_usd: string };
}

/** How soon something may change: at any moment, some time, or never. */
export type Pace = 'live' | 'slow' | 'still';

const LIVE: readonly CallStatus[] = ['queued', 'dialing', 'ringing', 'in_progress'];
const TALKING: readonly CallStatus[] = ['dialing', 'ringing', 'in_progress'];

/** A call that is due within this time is looked at as if it were live. */
const SOON_MS = 60_000;
/** Summary, findings, recording and price of a call that has ended are awaited this long. */
const CONCLUSION_MS = 120_000;

export const isLive = ({ status }: Pick<ChangingCall, 'status'>): boolean => LIVE.includes(status);

/** Somebody's phone rings, or they are talked to. */
export const canHangUp = ({ status }: Pick<ChangingCall, 'status'>): boolean => TALKING.includes(status);

/** Whether a call was dialled, or came in. */
export const hasBegun = ({
  started_at,
  answered_at,
}: {
  started_at: string | null;
  answered_at: string | null;
}): boolean => started_at !== null || answered_at !== null;

/** Nobody was dialled yet. */
export const canCancel = ({ status }: Pick<ChangingCall, 'status'>): boolean =>
  status === 'scheduled' || status === 'queued';

const isSoon = (at: string | null, now: Date): boolean => at === null || Date.parse(at) - now.getTime() < SOON_MS;

/** How soon the status of a call may change. */
export const paceOfStatus = (call: Pick<ChangingCall, 'status' | 'scheduled_at'>, now: Date): Pace => {
  if (isLive(call)) return 'live';
  if (call.status !== 'scheduled') return 'still';
  return isSoon(call.scheduled_at, now) ? 'live' : 'slow';
};

/** Whether everything that follows a call's end is there. Of a call that nobody answered there is no recording. */
export const isConcluded = ({ extracted, answered_at, recording_url, cost }: ChangingCall): boolean =>
  extracted !== null && (answered_at === null || (recording_url !== null && Number(cost.carrier_usd) > 0));

/** Whether something may still follow the end of a call. */
export const isBeingConcluded = (call: ChangingCall, now: Date): boolean =>
  call.status === 'ended' &&
  call.ended_at !== null &&
  !isConcluded(call) &&
  now.getTime() - Date.parse(call.ended_at) < CONCLUSION_MS;

/** How soon anything of a call may change. */
export const paceOf = (call: ChangingCall, now: Date): Pace =>
  isBeingConcluded(call, now) ? 'live' : paceOfStatus(call, now);
