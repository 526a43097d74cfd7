import { RequestError } from '#infra/local/process/json-http.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { CarrierStore } from './carrier-store.ts';

/** A recording can be fetched for this long after the call, at any speed. */
const KEPT_MS = 10 * MINUTE_MS;

/** A longer call is recorded up to here. */
const RECORDED_MAX_SECONDS = 300;

/** A tone for each party, 8-bit PCM: no more bytes than it takes to hear where one is. */
const SAMPLE_RATE_HZ = 4_000;
const SAMPLE_BYTES = 1;
const CHANNEL_TONES_HZ = [440, 660];
const SILENCE = 128;
const AMPLITUDE = 32;
const HEADER_BYTES = 44;
const FORMAT_BYTES = 16;
const PCM = 1;

const RECORDING_PATH = /^\/recordings\/([^/]+)\.wav$/;

const wavHeader = (dataBytes: number): Buffer => {
  const channels = CHANNEL_TONES_HZ.length;
  const frameBytes = channels * SAMPLE_BYTES;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(FORMAT_BYTES, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  header.writeUInt32LE(SAMPLE_RATE_HZ * frameBytes, 28);
  header.writeUInt16LE(frameBytes, 32);
  header.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
};

/** A second of both parties. The tones fit into it a whole number of times, so that seconds join without a click. */
const oneSecond = (): Buffer => {
  const channels = CHANNEL_TONES_HZ.length;
  const samples = Buffer.alloc(SAMPLE_RATE_HZ * channels);
  for (const [at] of samples.entries()) {
    const toneHz = CHANNEL_TONES_HZ[at % channels] ?? 0;
    const frame = Math.floor(at / channels);
    samples[at] = SILENCE + Math.round(AMPLITUDE * Math.sin((2 * Math.PI * toneHz * frame) / SAMPLE_RATE_HZ));
  }
  return samples;
};

/** A stereo WAV file with one party on each channel, as long as they talked. */
const toneWav = (seconds: number): Buffer => {
  const whole = Math.min(Math.max(Math.ceil(seconds), 1), RECORDED_MAX_SECONDS);
  const samples = Buffer.concat(new Array<Buffer>(whole).fill(oneSecond()));
  return Buffer.concat([wavHeader(samples.length), samples]);
};

/** The recording at a path; undefined for other paths. @throws RequestError 404 if it is not kept (any more). */
export const recordingAt = (store: CarrierStore, path: string, now: number): Buffer | undefined => {
  const [, callControlId] = RECORDING_PATH.exec(path) ?? [];
  if (!callControlId) return undefined;
  const call = store.call(decodeURIComponent(callControlId));
  const isKept =
    call?.recordingEnabled && call.answeredAt !== null && now >= call.endedAt && now < call.endedAt + KEPT_MS;
  if (!isKept) throw new RequestError(404, 'recording_not_found', 'There is no such recording.');
  return toneWav((call.endedAt - (call.answeredAt ?? call.endedAt)) / SECOND_MS);
};
