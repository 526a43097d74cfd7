import { forCarrier, TRANSCRIBER_CHECKS } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';

provide('transcription', () => ({
  checkTranscriber: forCarrier(TRANSCRIBER_CHECKS, env.telephonyProvider, carrierEnvironment),
}));
