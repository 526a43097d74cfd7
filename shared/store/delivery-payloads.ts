import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';

/**
 * Compressed from here on: an item costs a unit for each started KB at every write, and the transcript of a long call as
 * JSON text may be larger than an item of 400 KB.
 */
const COMPRESSED_FROM_BYTES = 256;
/** Of short texts the higher qualities win a hundredth, and take twenty times as long. */
const QUALITY = 5;

const isGzip = (payload: Uint8Array): boolean => payload[0] === 0x1f && payload[1] === 0x8b;

/** JSON text, compressed if it is long. */
export type StoredPayload = string | Uint8Array;

export const storedPayload = (payload: object): StoredPayload => {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) < COMPRESSED_FROM_BYTES) return text;
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
};

/** The body of an event, the same bytes at every attempt. Deliveries of an earlier release may be gzipped. */
export const payloadText = ({ payload }: { payload: StoredPayload }): string => {
  if (typeof payload === 'string') return payload;
  return (isGzip(payload) ? gunzipSync(payload) : brotliDecompressSync(payload)).toString('utf8');
};
