import { NO_USAGE } from '#shared/domain/call/cost.ts';
import type { CallProgress } from '#shared/domain/call/lifecycle.ts';

export const DIALLED_AT = '2026-03-02T15:00:00.000Z';

/** A call of which no event has come yet. */
export const DIALLED: CallProgress = {
  status: 'dialing',
  outcome: null,
  ended_reason: null,
  answered_by: null,
  screening: null,
  call_control_id: null,
  call_leg_id: null,
  call_session_id: null,
  connection_id: null,
  recording_url: null,
  conversation_id: null,
  usage: NO_USAGE,
  started_at: DIALLED_AT,
  answered_at: null,
  ended_at: null,
  duration_secs: null,
};
