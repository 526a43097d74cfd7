import { createServer } from 'node:http';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';

/** Capacity units by DynamoDB operation. */
export type Meter = Record<string, number>;

interface Consumed {
  CapacityUnits?: number;
}

const unitsOf = (reply: { ConsumedCapacity?: Consumed | Consumed[] }): number =>
  [reply.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** A DynamoDB endpoint in front of another, that asks for the capacity each request consumed and adds it up. */
export const startMeteredDynamodb = async (engineUrl: string) => {
  const meter: Meter = {};
  const server = createServer(async (request, response) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const operation = target.split('.')[1] ?? '';
    const body = JSON.parse((await readBytes(request)).toString() || '{}') as object;
    const reply = await fetch(engineUrl, {
      method: 'POST',
      headers: {
        'x-amz-target': target,
        'content-type': 'application/x-amz-json-1.0',
        authorization: String(request.headers.authorization),
        'x-amz-date': String(request.headers['x-amz-date']),
      },
      body: JSON.stringify({ ...body, ReturnConsumedCapacity: 'TOTAL' }),
    });
    const text = await reply.text();
    if (reply.ok) meter[operation] = (meter[operation] ?? 0) + unitsOf(JSON.parse(text));
    response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' }).end(text);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, meter, stop: () => close(server) };
};
