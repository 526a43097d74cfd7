import type { IncomingMessage } from 'node:http';
import type { StreamFunction, StreamResponse } from '#shared/runtime/define/stream.ts';
import { SAFE_HEADERS } from '#shared/runtime/http/safe-headers.ts';
import { headersOf, splitTarget } from './gateway-event.ts';
import type { HttpAnswer } from './gateway-response.ts';

/** A function that streams its answer. On AWS it has its own address; here it is below the gateway's. */
export type GatewayStream = Pick<StreamFunction, 'path' | 'respond'> & { id: string };

/** The stream for a request. Streams accept only POST; other methods are treated like unknown paths. */
export const findStream = (streams: GatewayStream[], { method, url }: IncomingMessage): GatewayStream | undefined =>
  method === 'POST' ? streams.find(({ path }) => path === splitTarget(url ?? '/').rawPath) : undefined;

/** Reports a failure, which the client sees only as an answer that breaks off. */
async function* reporting(pieces: StreamResponse['pieces'], onError: (error: unknown) => void): AsyncIterable<string> {
  try {
    yield* pieces;
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** The status and headers of a stream's answer; its pieces follow without a deadline. */
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
  return {
    status,
    headers: [...Object.entries(SAFE_HEADERS), ['content-type', contentType]],
    body: reporting(pieces, onError),
  };
};
