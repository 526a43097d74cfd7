import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { toEvent } from '#infra/local/gateway/gateway-event.ts';
import { close, type LoopbackServer, listen, readBytes } from '#infra/local/process/json-http.ts';
import type { RunningFunction } from './function.ts';

/** The address of a function that streams; whose function it is may change while it is open. */
export const openFunctionUrl = async (target: () => RunningFunction | undefined): Promise<LoopbackServer> => {
  const server = createServer(async (request, response) => {
    const bytes = await readBytes(request);
    const source = {
      request,
      bytes,
      routeKey: '$default',
      rawParameters: {},
      requestId: randomUUID(),
      now: new Date(),
    };
    const asked = target();
    if (!asked) return response.writeHead(403).end();
    try {
      await asked.invoke(toEvent(source), (piece) => {
        if ('head' in piece) response.writeHead(piece.head.statusCode, piece.head.headers);
        else response.write(piece.text);
      });
    } catch {
      if (!response.headersSent) response.writeHead(502);
    }
    response.end();
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
};
