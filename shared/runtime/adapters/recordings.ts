import { TELNYX_RECORDING_HOSTS } from '#shared/domain/call/recordings.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import { fetchRecording } from './fetch-recording.ts';
import { recordingLinks, recordingWriter } from './recording-store.ts';

/** An address that was configured with plain http is fetched from so too. */
const hostOf = (url: string | undefined): string[] => {
  if (url === undefined) return [];
  const { protocol, host } = new URL(url);
  return [protocol === 'http:' ? `http://${host}` : host];
};

/** Where the configured carrier keeps recordings. */
const recordingHosts = (): string[] =>
  env.telephonyProvider === 'telnyx'
    ? [...TELNYX_RECORDING_HOSTS, ...hostOf(env.telnyxBaseUrl)]
    : hostOf(env.carrierUrl);

provide('recordings:write', () => ({
  recordings: recordingWriter(env.recordingsBucket),
  fetchRecording,
  recordingHosts: recordingHosts(),
}));
provide('recordings:link', () => ({ recordingLinks: recordingLinks(env.recordingsBucket) }));
