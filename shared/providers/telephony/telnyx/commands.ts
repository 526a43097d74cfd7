import { createHash } from 'node:crypto';
import type { Telnyx } from 'telnyx';
import { type CallCommand, CommandRefused, type Telephony } from '#shared/ports/telephony.ts';
import { speakable } from '#shared/providers/telephony/telnyx/conversation/spoken-text.ts';
import { telnyxTranscriptionEngine } from '#shared/providers/telephony/telnyx/conversation/transcribers.ts';
import { telnyxVoice, telnyxVoiceSettings } from '#shared/providers/telephony/telnyx/conversation/voices.ts';
import type { RequestLimits, TelnyxRequest } from './client.ts';
import { EVENT_RETRIES } from './event-types.ts';
import { failureOf, hasCode, type TelnyxFailure, telnyxError } from './failure.ts';

const UUID_BYTES = 16;
/** The UUID namespace of our commands; RFC 9562, section 5.5. */
const NAMESPACE = Buffer.from('6f1b2c0e9f2d4c3ab1d0a4a1f7c85e21', 'hex');

/** The UUID (version 5) of a command id at Telnyx; always the same. */
export const commandUuid = (commandId: string): string => {
  const bytes = createHash('sha1').update(NAMESPACE).update(commandId).digest().subarray(0, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Each party on its own channel, in the format that `call.recording.saved` links to. */
export const RECORDING = { record: 'record-from-answer', record_channels: 'dual', record_format: 'wav' } as const;

/** "Invalid call control id" and "Call has already ended". */
const NO_SUCH_CALL = new Set(['90015', '90018']);

/** Temporary client errors: a request that Telnyx read too slowly, and rate limits. */
const TEMPORARY = new Set([408, 429]);

const isFinal = ({ status }: TelnyxFailure): boolean =>
  status !== undefined && status >= 400 && status < 500 && !TEMPORARY.has(status);

type Actions = Telnyx['calls']['actions'];
type TranscriptionStart = Parameters<Actions['startTranscription']>[1];

/**
 * Sends a command on a call and returns the reply; undefined if the call is over or unknown.
 * @throws CommandRefused when Telnyx will not obey it; another error when it may be sent again with the same id.
 */
export const replyToCommand = async <Reply>(
  request: TelnyxRequest,
  send: (actions: Actions, limits: RequestLimits) => PromiseLike<Reply>,
): Promise<Reply | undefined> => {
  try {
    return await request((client, limits) => send(client.calls.actions, limits));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.status === 404 || hasCode(failure, NO_SUCH_CALL)) return undefined;
    throw isFinal(failure) ? new CommandRefused(failure.reason) : telnyxError(error);
  }
};

const commandCall = async (...command: Parameters<typeof replyToCommand>): Promise<void> => {
  await replyToCommand(...command);
};

const commandFields = ({ commandId }: CallCommand) => ({ command_id: commandUuid(commandId) });

type Commands = Pick<Telephony, 'answer' | 'reject' | 'hangUp' | 'speak' | 'stopSpeaking' | 'startTranscription'>;

/** `voiceKeyRef` names the integration secret at Telnyx that holds the voice vendor's key. */
export const callCommands = (request: TelnyxRequest, voiceKeyRef: string | undefined): Commands => ({
  answer: ({ recordingEnabled, clientState, ...command }) => {
    const recording = recordingEnabled ? RECORDING : {};
    const body = {
      ...commandFields(command),
      client_state: clientState,
      webhook_retries_policies: EVENT_RETRIES,
      ...recording,
    };
    return commandCall(request, (actions, limits) => actions.answer(command.callControlId, body, limits));
  },

  reject: (command) => {
    const body = { ...commandFields(command), cause: 'CALL_REJECTED' as const };
    return commandCall(request, (actions, limits) => actions.reject(command.callControlId, body, limits));
  },

  hangUp: (command) =>
    commandCall(request, (actions, limits) => actions.hangup(command.callControlId, commandFields(command), limits)),

  speak: async ({ text, voice, ...command }) => {
    const settings = telnyxVoiceSettings(voice, voiceKeyRef);
    const body = {
      ...commandFields(command),
      payload: speakable(text),
      payload_type: 'text' as const,
      voice: telnyxVoice(voice),
      ...(settings && { voice_settings: settings }),
    };
    await commandCall(request, (actions, limits) => actions.speak(command.callControlId, body, limits));
  },

  stopSpeaking: (command) => {
    const body = { ...commandFields(command), stop: 'all' };
    return commandCall(request, (actions, limits) => actions.stopPlayback(command.callControlId, body, limits));
  },

  startTranscription: async ({ transcriber, ...command }) => {
    const body = { ...commandFields(command), ...telnyxTranscriptionEngine(transcriber) } as TranscriptionStart;
    await commandCall(request, (actions, limits) => actions.startTranscription(command.callControlId, body, limits));
  },
});
