import type { SendAnswer } from './read-answer.ts';
import type { Chunk } from './request-chunks.ts';

/** Longer than any function of the service may run. */
const ANSWER_MS = 60_000;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const secondsOf = (header: string | null): number | null => {
  const seconds = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};

/** Posts requests to an address; rejects where no answer comes. */
export const postTo =
  (request: typeof fetch, url: string) =>
  async ({ body, key }: Pick<Chunk, 'body' | 'key'>): Promise<SendAnswer> => {
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const retryAfterSeconds = secondsOf(response.headers.get('retry-after'));
    return { status: response.status, retryAfterSeconds, body: parse(await response.text()) };
  };
