import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { FetchedRecording, FetchRecording } from '#shared/ports/recordings.ts';

/** Deadline of a whole download; shorter than the timeout of the function that saves recordings. */
const DOWNLOAD_DEADLINE_MS = 90_000;

/** Cap for downloads without Content-Length: S3 needs the length, so they are buffered in memory. */
const BUFFERED_MAX_BYTES = 200 * 1024 * 1024;

const buffered = async (stream: ReadableStream<Uint8Array>, contentType: string): Promise<FetchedRecording> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    if (bytes > BUFFERED_MAX_BYTES)
      throw new Error(`A recording without a length has more than ${BUFFERED_MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return { body: Readable.from([Buffer.concat(chunks)]), bytes, contentType };
};

/**
 * Opens a recording for reading. Redirects are refused, because only the address itself was checked.
 * @throws Error in words, without the address, which is a secret of its own.
 */
export const fetchRecording: FetchRecording = async (url) => {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_DEADLINE_MS) });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`The carrier did not hand over a recording (status ${response.status}).`);
  }
  const contentType = response.headers.get('content-type') ?? 'audio/wav';
  const length = response.headers.get('content-length');
  if (length === null) return buffered(response.body as ReadableStream<Uint8Array>, contentType);
  return { body: Readable.fromWeb(response.body as ReadableStream), bytes: Number(length), contentType };
};
