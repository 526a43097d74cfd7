import { forCarrier, RECORDING_HOSTS } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { fetchRecording } from '#shared/runtime/clients/fetch-recording.ts';
import { recordingLinks, recordingWriter } from '#shared/runtime/clients/recording-store.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';

provide('recordings:write', () => ({
  recordings: recordingWriter(env.recordingsBucket),
  fetchRecording,
  recordingHosts: forCarrier(RECORDING_HOSTS, env.telephonyProvider, carrierEnvironment),
}));
provide('recordings:link', () => ({ recordingLinks: recordingLinks(env.recordingsBucket) }));
