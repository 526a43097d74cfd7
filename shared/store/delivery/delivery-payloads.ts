import { deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';

/**
 * Compressed from here on: an item costs a unit for each started KB at every write, and the transcript of a long call as
 * JSON text may be larger than an item of 400 KB.
 */
const COMPRESSED_FROM_BYTES = 256;

/**
 * What nearly every payload of a call says, so that what is stored of it is little more than its ids: half of what it is
 * without. Stored payloads are read with these very bytes: other words are another format beside this one.
 */
const WORDS = Buffer.from(
  '"hangup_cause":"no_answer"user_busyinvalid_numberoriginator_cancelnormal_clearing"result":"machine""human"' +
    '"recording_url":"https://.mp3""end_time":"2026-"duration_secs":}}{"type":"call.recording.saved' +
    'call.machine_detection.endedcall.answeredcall.completedcall.hangupcall.initiated","data":{"call_control_id":"v3:",' +
    '"call_leg_id":"","call_session_id":"","client_state":"eyJjYWxsX2lkIjoiY2FsbF8","connection_id":"","from":"+1",' +
    '"to":"+1","direction":"inboundoutbound","start_time":"202',
);
/** First byte of what was compressed with these words; a gzip begins otherwise. */
const FORMAT = 1;

/** JSON text, compressed if it is long. */
export type StoredPayload = string | Uint8Array;

export const storedPayload = (payload: object): StoredPayload => {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) < COMPRESSED_FROM_BYTES) return text;
  return Buffer.concat([Buffer.of(FORMAT), deflateRawSync(text, { dictionary: WORDS })]);
};

/** The body of an event, the same bytes at every attempt. Deliveries of an earlier release may be gzipped. */
export const payloadText = ({ payload }: { payload: StoredPayload }): string => {
  if (typeof payload === 'string') return payload;
  const isOurs = payload[0] === FORMAT;
  return (isOurs ? inflateRawSync(payload.subarray(1), { dictionary: WORDS }) : gunzipSync(payload)).toString('utf8');
};
