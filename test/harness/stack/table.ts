import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { stack } from './environment.ts';
import { WITHOUT_FAULTS_PATH } from './faulty-dynamodb.ts';

/** More attempts than the product makes, so that no test fails in its own preparation. */
const ATTEMPTS = 10;
/** Tests wait for these on the machine's clock. */
const RETRY_DELAY_MS = 5;

const tableAt = (endpoint: string): TableWriter =>
  withHashedLines(
    dynamodbTable({
      tableName: stack().table_name,
      client: DynamoDBDocumentClient.from(
        new DynamoDBClient({
          endpoint,
          region: LOCAL_REGION,
          credentials: LOCAL_CREDENTIALS,
          maxAttempts: ATTEMPTS,
          retryStrategy: new ConfiguredRetryStrategy(ATTEMPTS, RETRY_DELAY_MS),
        }),
        { marshallOptions: { removeUndefinedValues: true } },
      ),
    }),
    async () => keptNumberHash(stack().state_dir),
  );

let shared: TableWriter | undefined;

/** The running stack's table, behind the same faults that the service meets. */
export const testTable = (): TableWriter => {
  shared ??= tableAt(stack().dynamodb_url);
  return shared;
};

/** The same table for a test that counts requests, which a fault would make more. */
export const tableWithoutFaults = (): TableWriter => tableAt(`${stack().dynamodb_url}${WITHOUT_FAULTS_PATH}`);
