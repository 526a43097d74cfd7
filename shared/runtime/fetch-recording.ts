import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export interface FetchedRecording {
  body: Readable;
  bytes: number;
  contentType: string;
}

export type FetchRecording = (url: string) => Promise<FetchedRecording>;

/** Of a whole download; the function that saves recordings has more. */
const DOWNLOAD_DEADLINE_MS = 90_000;

/**
 * Opens a recording for reading. Redirects are refused, because only the address itself was checked.
 * @throws Error in words, without the address, which is a secret of its own.
 */
export const fetchRecording: FetchRecording = async (url) => {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(DOWNLOAD_DEADLINE_MS) });
  const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
  if (!response.ok || response.body === null || !Number.isSafeInteger(bytes)) {
    await response.body?.cancel();
    throw new Error(`The carrier did not hand over a recording (status ${response.status}).`);
  }
  const contentType = response.headers.get('content-type') ?? 'audio/wav';
  return { body: Readable.fromWeb(response.body as ReadableStream), bytes, contentType };
};
