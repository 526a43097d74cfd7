import { type CallCommand, CommandRefused, type Telephony } from '#shared/ports/telephony.ts';
import { type Body, type CarrierRequest, expectSuccess, reasonOf } from './client.ts';

/** The carrier does not know the call, or the command is too late. */
const NEEDS_NO_COMMAND = new Set([404, 409]);

type Commands = Pick<Telephony, 'answer' | 'reject' | 'hangUp' | 'speak' | 'stopSpeaking' | 'startTranscription'>;

/** Commands on a live call. They reject on a refusal or without a reply; each may be sent again with its id. */
export const callCommands = (request: CarrierRequest): Commands => {
  const send = async ({ callControlId, commandId }: CallCommand, action: string, fields: Body = {}): Promise<void> => {
    const path = `/calls/${encodeURIComponent(callControlId)}/actions/${action}`;
    const answer = await request(path, { body: { command_id: commandId, ...fields } });
    if (NEEDS_NO_COMMAND.has(answer.status)) return;
    if (answer.status >= 400 && answer.status < 500) throw new CommandRefused(reasonOf(answer));
    expectSuccess(answer);
  };

  return {
    answer: (command) =>
      send(command, 'answer', { recording_enabled: command.recordingEnabled, client_state: command.clientState }),
    reject: (command) => send(command, 'reject'),
    hangUp: (command) => send(command, 'hangup'),
    speak: ({ text, voice, ...command }) => {
      const { provider, model, voiceId } = voice;
      return send(command, 'speak', { text, voice: { provider, model, voice_id: voiceId } });
    },
    stopSpeaking: (command) => send(command, 'stop_speaking'),
    startTranscription: ({ transcriber, ...command }) => send(command, 'start_transcription', { transcriber }),
  };
};
