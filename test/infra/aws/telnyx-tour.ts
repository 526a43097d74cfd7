import type { TranscriberCheck } from '#shared/ports/telephony.ts';
import { type TelnyxSettings, telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';

const CALL = { callControlId: 'v3:tour', commandId: 'tour', clientState: 'c3RhdGU=' };
const ENDED = { callControlId: CALL.callControlId, callLegId: 'leg', callSessionId: 'session' };
const VOICE = { provider: 'azure', model: '', voiceId: 'en-US-AvaNeural' } as const;
const TRANSCRIBER: Parameters<TranscriberCheck>[0] = { provider: 'deepgram', model: 'nova-3', language: 'en' };
const NUMBER = { phoneNumber: '+14155550100', orderReference: 'num_tour', providerNumberId: '' };
const DIAL = { from: '+14155550100', to: '+14155550101', commandId: 'tour', clientState: 'c3RhdGU=' };
const CONVERSATION = {
  instructions: 'Be kind.',
  greeting: 'Hello.',
  model: { provider: 'openai', name: 'gpt-4.1-mini' },
  voice: VOICE,
  transcriber: TRANSCRIBER,
  callId: 'call_tour',
  modelToken: 'token',
};

/** Asks Telnyx for everything that this service can ask of it, whatever it answers. */
export const tourTelnyx = async (settings: TelnyxSettings): Promise<void> => {
  const telnyx = telnyxTelephony(settings);
  const { conversations } = telnyx;
  const steps: (() => Promise<unknown> | undefined)[] = [
    () => telnyx.searchNumbers({ countryCode: 'US', areaCode: '415', numberType: 'local', limit: 3 }),
    () => telnyx.orderNumber({ ...NUMBER, connectionId: 'another' }),
    () => telnyx.findOrder(NUMBER.orderReference),
    () => telnyx.releaseNumber(NUMBER),
    () => telnyx.dial({ ...DIAL, recordingEnabled: true }),
    () => telnyx.findCall(CALL),
    () => telnyx.findCall({ ...CALL, callControlId: null }),
    () => telnyx.answer({ ...CALL, recordingEnabled: true }),
    () => telnyx.reject(CALL),
    () => telnyx.speak({ ...CALL, text: 'Hello.', voice: VOICE }),
    () => telnyx.stopSpeaking(CALL),
    () => telnyx.startTranscription({ ...CALL, transcriber: TRANSCRIBER }),
    () => telnyx.hangUp(CALL),
    () => conversations?.shareModelToken('token'),
    () => conversations?.start({ ...CALL, ...CONVERSATION }),
    () => conversations?.stop(CALL),
    () => conversations?.read('conversation'),
    () => conversations?.delete('conversation'),
    () => conversations?.deleteOfCall(CALL.callControlId),
    () => telnyx.deleteRecordings(ENDED),
    () => telnyx.deleteCall(ENDED),
  ];
  for (const step of steps) await step()?.catch(() => undefined);
};
