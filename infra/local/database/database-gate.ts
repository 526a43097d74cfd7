import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import { close, type LoopbackServer, listen, readBytes } from '#infra/local/process/json-http.ts';
import { serverForAwsClients } from '#infra/local/process/loopback.ts';

/** A database engine, and the connections through which it is reached. */
export interface EngineAddress {
  url: string;
  agent: Agent;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
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
  { method, headers: given }: IncomingMessage,
  bytes: Buffer,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const headers = { ...only(given, PASSED_ON), 'content-length': bytes.length };
    send(url, { agent, method, headers }, (reply) => {
      const { statusCode: status = 500, headers: replied } = reply;
      readBytes(reply).then((body) => resolve({ status, headers: only(replied, HANDED_BACK), body }), reject);
    })
      .once('error', reject)
      .end(bytes);
  });

/** Stands before an engine that answers anybody: requests must be signed with this start's credentials. */
export const openDatabaseGate = async (engine: EngineAddress): Promise<LoopbackServer> => {
  const server = serverForAwsClients((request, response) => {
    readBytes(request)
      .then((bytes) => askEngine(engine, request, bytes))
      .then(({ status, headers, body }) =>
        response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      )
      // As if the connection had been lost, which every client of DynamoDB copes with.
      .catch(() => response.destroy());
  });
  // Clients keep connections open as they do to DynamoDB; a server's usual five seconds would close them between two uses.
  server.keepAliveTimeout = 0;
  const port = await listen(server, 0);
  // The service lives as long as its gateway does.
  server.unref();
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
};
