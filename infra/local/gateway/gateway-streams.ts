import type { IncomingMessage } from 'node:http';
import type { StreamFunction, StreamResponse } from '#shared/runtime/define/stream.ts';
import { headersOf, splitTarget } from './gateway-event.ts';
import type { HttpAnswer } from './gateway-response.ts';

/** A function that answers piece by piece. On AWS it has an address of its own; here it is below the gateway's. */
export type GatewayStream = Pick<StreamFunction, 'path' | 'respond'> & { id: string };

/** The stream that a request asks; it takes POST alone, and another method is as unknown as another path. */
export const findStream = (streams: GatewayStream[], { method, url }: IncomingMessage): GatewayStream | undefined =>
  method === 'POST' ? streams.find(({ path }) => path === splitTarget(url ?? '/').rawPath) : undefined;

/** An answer that has begun can only break off, so that the cause is told here or nowhere. */
async function* reporting(pieces: StreamResponse['pieces'], onError: (error: unknown) => void): AsyncIterable<string> {
  try {
    yield* pieces;
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** The beginning of a stream's answer; its pieces follow, however long they take. */
export const answerOfStream = async (
  { path, respond }: GatewayStream,
  request: IncomingMessage,
  bytes: Buffer,
  onError: (error: unknown) => void,
): Promise<HttpAnswer> => {
  const { headers } = headersOf(request);
  const { status, contentType, pieces } = await respond({
    method: 'POST',
    path,
    headers,
    body: bytes.toString('utf8'),
  });
  return { status, headers: [['content-type', contentType]], body: reporting(pieces, onError) };
};
