import { close, type LoopbackServer, listen, readBytes } from '#infra/local/process/json-http.ts';
import { serverForAwsClients } from '#infra/local/process/loopback.ts';
import { askEngine, type EngineAddress } from './engine-requests.ts';

/** For clients in other processes, before an engine that answers anybody: requests must be signed with this start's credentials. */
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
