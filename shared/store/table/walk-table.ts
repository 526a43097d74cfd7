import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { databaseClient } from './aws-clients.ts';
import type { Attributes, Key } from './table.ts';

/** Segments of a walk, which go on beside each other. */
const SEGMENTS = 4;
/** Items per request; with writes of as many it stays far below what one request may read, which is 1 MB. */
const ITEMS_PER_PAGE = 100;

export type RawItem = Key & Attributes;

/** Shows every item of a table, once at least, page by page. Items that are written meanwhile may be shown or not. */
export type WalkTable = (onPage: (items: RawItem[]) => Promise<void>) => Promise<void>;

const newClient = (): DynamoDBDocumentClient => DynamoDBDocumentClient.from(new DynamoDBClient(databaseClient()));

/** Walks a table in DynamoDB with consistent reads. */
export const dynamodbWalk =
  ({ tableName, client = newClient() }: { tableName: string; client?: DynamoDBDocumentClient }): WalkTable =>
  async (onPage) => {
    const walkSegment = async (segment: number): Promise<void> => {
      let after: Record<string, unknown> | undefined;
      do {
        const request = { TableName: tableName, Segment: segment, TotalSegments: SEGMENTS, Limit: ITEMS_PER_PAGE };
        const start = after && { ExclusiveStartKey: after };
        const { Items = [], LastEvaluatedKey } = await client.send(
          new ScanCommand({ ...request, ...start, ConsistentRead: true }),
        );
        await onPage(Items as RawItem[]);
        after = LastEvaluatedKey;
      } while (after);
    };
    await Promise.all(Array.from({ length: SEGMENTS }, (_, segment) => walkSegment(segment)));
  };
