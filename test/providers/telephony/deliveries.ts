import { createServer } from 'node:http';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';

/** A webhook request as the carrier posted it. */
export interface Delivery {
  headers: Record<string, string | undefined>;
  body: Buffer;
  receivedAt: Date;
}

export interface DeliveryReceiver {
  url: string;
  received: Delivery[];
  stop(): Promise<void>;
}

/** Accepts every delivery and keeps it as it came. */
export const startDeliveryReceiver = async (): Promise<DeliveryReceiver> => {
  const received: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBytes(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push({ headers, body, receivedAt: new Date() });
    response.end();
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}/hook`, received, stop: () => close(server) };
};

/** An address on which nobody listens any more. */
export const deadAddress = async (): Promise<string> => {
  const server = createServer();
  const port = await listen(server, 0);
  await close(server);
  return `http://127.0.0.1:${port}`;
};
