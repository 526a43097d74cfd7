import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { crc32 } from 'node:zlib';
import type { EngineAddress } from '#infra/local/database/engine/engine-requests.ts';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';
import { seededRandom } from '#test/harness/random.ts';
import {
  conflictError,
  type DynamodbError,
  type DynamodbRequest,
  type FaultKind,
  type FaultRates,
  planFaults,
} from './faults.ts';
import { writesUnderWay } from './overlaps.ts';

/**
 * A DynamoDB endpoint that adds the real service's faults to a well-behaved one: conflicts of writes under way at the
 * same time, throttling, half-done batch reads, and replies lost after the work. Local engines show none of them.
 */
interface FaultyDynamodb {
  url: string;
  fired: Readonly<Record<FaultKind, number>>;
  /** Restarts the sequence of faults. */
  reseed(seed: number): void;
  stop(): Promise<void>;
}

interface Reply {
  status: number;
  headers: HeaderFields;
  body: Buffer;
}

/** The date is included because the engine's process has another clock, and the SDK would correct its own by it. */
const HOP_BY_HOP = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'host'];
const CONTENT_TYPE = 'application/x-amz-json-1.0';

type HeaderFields = Record<string, string | string[] | undefined>;

const endToEnd = (headers: HeaderFields): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.includes(name) ? [] : [[name, value]],
    ),
  );

/** Whether the client announced this attempt as its last, as in `attempt=4; max=4`. */
const isLastAttempt = (announced: unknown): boolean => {
  const [, attempt, most] = /^attempt=(\d+); max=(\d+)$/.exec(String(announced)) ?? [];
  return attempt !== undefined && attempt === most;
};

const parseRequest = ({ headers }: IncomingMessage, bytes: Buffer): DynamodbRequest => ({
  operation: String(headers['x-amz-target'] ?? '').split('.')[1] ?? '',
  body: JSON.parse(bytes.toString() || '{}') as Record<string, unknown>,
  isLastAttempt: isLastAttempt(headers['amz-sdk-request']),
});

const jsonReply = (status: number, value: unknown): Reply => {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { 'content-type': CONTENT_TYPE, 'x-amz-crc32': String(crc32(body)) }, body };
};

const errorReply = ({ type, message, more }: DynamodbError): Reply =>
  jsonReply(400, { __type: type, Message: message, message, ...more });

const write = (response: ServerResponse, { status, headers, body }: Reply): void => {
  response.writeHead(status, { ...endToEnd(headers), 'content-length': body.length });
  response.end(body);
};

type KeysOfTable = Record<string, { Keys: unknown[] }>;

/** Splits every table's keys into the first half and the rest. */
const halve = (items: KeysOfTable): { read: KeysOfTable; left: KeysOfTable } => {
  const part = (from: (keys: unknown[]) => unknown[]): KeysOfTable =>
    Object.fromEntries(Object.entries(items).map(([table, of]) => [table, { ...of, Keys: from(of.Keys) }]));
  return {
    read: part((keys) => keys.slice(0, Math.ceil(keys.length / 2))),
    left: part((keys) => keys.slice(Math.ceil(keys.length / 2))),
  };
};

/** Requests below this path meet no faults. */
export const WITHOUT_FAULTS_PATH = '/without-faults';

export const startFaultyDynamodb = async (options: {
  /** What is behind this endpoint. */
  engine: EngineAddress;
  rates: FaultRates;
  seed: number;
}): Promise<FaultyDynamodb> => {
  const { url: engineUrl, agent } = options.engine;
  let random = seededRandom(options.seed);
  const faults = planFaults(options.rates, () => random());
  const writes = writesUnderWay();

  const forward = (request: IncomingMessage, bytes: Buffer): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const headers = { ...endToEnd(request.headers), 'content-length': bytes.length };
      sendRequest(engineUrl, { agent, method: request.method, path: '/', headers }, (reply) => {
        const { statusCode: status = 500, headers: replyHeaders } = reply;
        readBytes(reply).then((body) => resolve({ status, headers: replyHeaders, body }), reject);
      })
        .once('error', reject)
        .end(bytes);
    });

  const readHalf = async (request: IncomingMessage, { body }: DynamodbRequest): Promise<Reply> => {
    const { read, left } = halve(body.RequestItems as KeysOfTable);
    const reply = await forward(request, Buffer.from(JSON.stringify({ ...body, RequestItems: read })));
    const hasLeft = Object.values(left).some(({ Keys }) => Keys.length > 0);
    if (reply.status !== 200 || !hasLeft) return reply;
    return jsonReply(200, { ...(JSON.parse(reply.body.toString()) as object), UnprocessedKeys: left });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await readBytes(request);
    const call = parseRequest(request, bytes);
    const isSpared = request.url?.startsWith(WITHOUT_FAULTS_PATH);
    const fault = isSpared ? undefined : faults.next(call);
    if (fault && 'error' in fault) return write(response, errorReply(fault.error));
    if (fault?.kind === 'unprocessedKeys') return write(response, await readHalf(request, call));
    const conflicts = isSpared || faults.isRepeated(call) ? undefined : writes.conflicts(call);
    if (conflicts) return write(response, errorReply(conflictError(call, conflicts)));
    writes.begin(call);
    const reply = await forward(request, bytes).finally(() => writes.end(call));
    if (reply.status === 200) faults.noteCarriedOut(call);
    if (fault?.kind === 'lostReply') response.destroy();
    else write(response, reply);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(`The database behind the faults failed: ${error}`);
      response.destroy();
    });
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    fired: faults.fired,
    reseed: (seed) => {
      random = seededRandom(seed);
    },
    stop: () => close(server),
  };
};
