import { createServer } from 'node:http';
import { askEngine, type EngineAddress } from '#infra/local/database/engine-requests.ts';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';

/** Capacity units by DynamoDB operation. */
export type Meter = Record<string, number>;

interface Consumed {
  CapacityUnits?: number;
}

const unitsOf = (reply: { ConsumedCapacity?: Consumed | Consumed[] }): number =>
  [reply.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

/** A DynamoDB endpoint in front of another, that asks for the capacity each request consumed and adds it up. */
export const startMeteredDynamodb = async (engine: EngineAddress) => {
  const meter: Meter = {};
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const asked = JSON.parse((await readBytes(request)).toString() || '{}') as object;
    const metered = Buffer.from(JSON.stringify({ ...asked, ReturnConsumedCapacity: 'TOTAL' }));
    const { status, body } = await askEngine(engine, request, metered);
    if (status === 200) meter[operation] = (meter[operation] ?? 0) + unitsOf(JSON.parse(body.toString()));
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  });
  const port = await listen(server, 0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, meter, stop: () => close(server) };
};
