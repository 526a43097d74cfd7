import { stateAt } from '#infra/local/carrier/calls/simulated-call.ts';
import { type JsonReply, RequestError } from '#infra/local/process/json-http.ts';
import type { Carrier } from './call-routes.ts';

type Deletion = 'recordings' | 'call';

/** `/calls/<id>/deletions/<what>` */
const DELETION_PATH = /^\/calls\/([^/]+)\/deletions\/(recordings|call)$/;

/** The call, and what of it is to be deleted. */
export const deletionAt = (path: string): { callControlId: string; deletion: Deletion } | undefined => {
  const [, callControlId, deletion] = DELETION_PATH.exec(path) ?? [];
  return callControlId && deletion
    ? { callControlId: decodeURIComponent(callControlId), deletion: deletion as Deletion }
    : undefined;
};

/**
 * Deletes what is kept of a call that is over. Every step is taken each time, whether there is anything left of the call
 * or not, so that a repetition finishes what a kill interrupted.
 */
export const deleteKept = ({ store, log }: Carrier, callControlId: string, deletion: Deletion): JsonReply => {
  const now = Date.now();
  const call = store.call(callControlId);
  const isLive = call !== undefined && stateAt(call, now) !== 'ended';
  const line = { command_id: callControlId, call_control_id: callControlId, from: null, to: null };
  log.append(now, { command: `delete_${deletion}`, ...line, result: isLive ? 'live' : 'ok' });
  if (isLive) throw new RequestError(409, 'live', 'The call is not over yet.');
  if (deletion === 'recordings') {
    store.removeRecording(callControlId);
  } else {
    log.maskNumbers(callControlId);
    store.removeCall(callControlId);
  }
  return { status: 200, body: { result: 'ok' } };
};
