import { ofCarrier, RECORDING_HOSTS } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import { fetchRecording } from './fetch-recording.ts';
import { recordingLinks, recordingWriter } from './recording-store.ts';

provide('recordings:write', () => ({
  recordings: recordingWriter(env.recordingsBucket),
  fetchRecording,
  recordingHosts: ofCarrier(RECORDING_HOSTS, env),
}));
provide('recordings:link', () => ({ recordingLinks: recordingLinks(env.recordingsBucket) }));
