import { RemovalPolicy } from 'aws-cdk-lib';
import { type Attribute, AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { INDEXES, type IndexSchema, TABLE_KEY, TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

const key = (name: string): Attribute => ({ name, type: AttributeType.STRING });

const projection = ({ includes }: IndexSchema) =>
  includes.length > 0
    ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...includes] }
    : { projectionType: ProjectionType.KEYS_ONLY };

const indexes: IndexSchema[] = Object.values(INDEXES);

/** The one table, shaped by shared/store/table/table-schema.ts. */
export const dataTable = (scope: Construct, id: string, { retain }: { retain: boolean }): TableV2 =>
  new TableV2(scope, id, {
    partitionKey: key(TABLE_KEY.partition),
    sortKey: key(TABLE_KEY.sort),
    globalSecondaryIndexes: indexes
      .filter(({ kind }) => kind === 'global')
      .map((index) => ({
        indexName: index.name,
        partitionKey: key(index.partition),
        sortKey: key(index.sort),
        ...projection(index),
      })),
    localSecondaryIndexes: indexes
      .filter(({ kind }) => kind === 'local')
      .map((index) => ({ indexName: index.name, sortKey: key(index.sort), ...projection(index) })),
    timeToLiveAttribute: TTL_ATTRIBUTE,
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: retain,
    removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
