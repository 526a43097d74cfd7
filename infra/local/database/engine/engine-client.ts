import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { databaseClient, withoutLog } from '#shared/store/table/aws-clients.ts';
import { askEngine, type EngineAddress } from './engine-requests.ts';

/** What an AWS client hands over to be sent. */
interface ClientRequest {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Of bytes a view, because the client warns when its own bytes are read in another way. */
const bufferOf = (body: string | Uint8Array): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const lateReply = (replyMaxMs: number): Error =>
  Object.assign(new Error(`The database did not reply within ${replyMaxMs} ms.`), { name: 'TimeoutError' });

const engineHandler = (engine: EngineAddress, replyMaxMs: number) => ({
  handle: ({ method, headers, body }: ClientRequest) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(lateReply(replyMaxMs)), replyMaxMs);
      askEngine(engine, { method, headers }, bufferOf(body))
        .then(({ status, ...reply }) => resolve({ response: { statusCode: status, ...reply } }), reject)
        .finally(() => clearTimeout(timer));
    }),
});

/**
 * A client over the connections that this process holds, which therefore proves nothing to anybody. A reply that is late
 * counts as lost; its connection waits for it.
 */
export const engineClient = (engine: EngineAddress, replyMaxMs: number): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    withoutLog(
      new DynamoDBClient({
        ...databaseClient(),
        endpoint: engine.url,
        region: LOCAL_REGION,
        credentials: LOCAL_CREDENTIALS,
        requestHandler: engineHandler(engine, replyMaxMs),
      }),
    ),
    { marshallOptions: { removeUndefinedValues: true } },
  );
