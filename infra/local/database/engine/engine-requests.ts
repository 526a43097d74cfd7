import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';

/** A database engine, and the connections through which it is reached. */
export interface EngineAddress {
  url: string;
  agent: Agent;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const PASSED_ON = ['content-type', 'x-amz-target', 'authorization', 'x-amz-date'] as const;
/** Neither the engine's date, because its process may have another clock, nor its permission for web pages. */
const HANDED_BACK = ['content-type', 'x-amz-crc32', 'x-amzn-requestid'] as const;

const only = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

/**
 * Passes a request on, and the reply back. Both are whole, so that a client that leaves never leaves a connection to the
 * engine half used.
 */
export const askEngine = (
  { url, agent }: EngineAddress,
  { method, headers: given }: Pick<IncomingMessage, 'method' | 'headers'>,
  bytes: Buffer,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const headers = { ...only(given, PASSED_ON), 'content-length': bytes.length };
    send(url, { agent, method, headers }, (reply) => {
      const { statusCode: status = 500, headers: replied } = reply;
      const chunks: Buffer[] = [];
      reply
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => resolve({ status, headers: only(replied, HANDED_BACK), body: Buffer.concat(chunks) }))
        .once('error', reject);
    })
      .once('error', reject)
      .end(bytes);
  });
