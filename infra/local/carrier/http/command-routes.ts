import { actOnCall, type CallCommand } from '#infra/local/carrier/calls/calls.ts';
import { OBEYED } from '#infra/local/carrier/carrier-store.ts';
import { type Json, type JsonReply, RequestError } from '#infra/local/process/json-http.ts';
import { type Carrier, requiredText } from './call-routes.ts';

type Action = CallCommand['action'];

/** `/calls/<id>/actions/<action>` */
const ACTION_PATH = /^\/calls\/([^/]+)\/actions\/(answer|reject|hangup|speak|stop_speaking|start_transcription)$/;

/** The call and the action in a path. */
export const actionAt = (path: string): { callControlId: string; action: Action } | undefined => {
  const [, callControlId, action] = ACTION_PATH.exec(path) ?? [];
  return callControlId && action
    ? { callControlId: decodeURIComponent(callControlId), action: action as Action }
    : undefined;
};

const commandOf = (action: Action, body: Json): CallCommand => {
  const commandId = requiredText(body, 'command_id');
  switch (action) {
    case 'answer':
      return { action, commandId, recordingEnabled: body.recording_enabled === true };
    case 'speak':
      return { action, commandId, text: requiredText(body, 'text') };
    default:
      return { action, commandId };
  }
};

/** Executes a command once; duplicates get the same reply. */
export const act = (carrier: Carrier, callControlId: string, action: Action, body: Json): JsonReply => {
  const { store, log, settings, eventsChanged } = carrier;
  const now = Date.now();
  const command = commandOf(action, body);
  const call = store.call(callControlId);
  const record = (result: string): void => {
    const parties = { from: call?.from ?? null, to: call?.to ?? null };
    const line = { command: action, command_id: command.commandId, call_control_id: callControlId };
    log.append(now, { ...line, ...parties, result });
  };
  if (!call) {
    record('call_not_found');
    throw new RequestError(404, 'call_not_found', 'There is no such call.');
  }
  if (store.resultOfCommand(command.commandId) === OBEYED) {
    record('duplicate');
    return { status: 200, body: { result: 'ok' } };
  }
  try {
    actOnCall(store, call, command, now, settings);
  } catch (error) {
    record(error instanceof RequestError ? error.code : 'error');
    throw error;
  }
  record('ok');
  eventsChanged(callControlId);
  return { status: 200, body: { result: 'ok' } };
};
