import {
  type Attribute,
  AttributeType,
  Billing,
  ProjectionType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { removalPolicyOf } from '#infra/aws/removal-policy.ts';
import type { SharedResources } from '#infra/aws/resources.ts';
import type { Settings } from '#infra/aws/settings.ts';
import { INDEXES, type IndexSchema, TABLE_KEY, TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

const key = (name: string): Attribute => ({ name, type: AttributeType.STRING });

const projection = ({ includes }: IndexSchema) =>
  includes.length > 0
    ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...includes] }
    : { projectionType: ProjectionType.KEYS_ONLY };

const indexes: IndexSchema[] = Object.values(INDEXES);

const encryptionOf = (scope: Construct, { kmsKeyArn }: Pick<Settings, 'kmsKeyArn'>) =>
  kmsKeyArn === undefined
    ? {}
    : { encryption: TableEncryptionV2.customerManagedKey(Key.fromKeyArn(scope, 'TableKey', kmsKeyArn)) };

/**
 * The one table, shaped by shared/store/table/table-schema.ts. CloudFormation cannot clear up a protected table after a
 * first deployment that failed, so the deployment after the first protects it.
 */
const ownTable = (scope: Construct, id: string, settings: Settings, isFirstDeployment: boolean): TableV2 =>
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
    ...encryptionOf(scope, settings),
    deletionProtection: settings.retain && !isFirstDeployment,
    removalPolicy: removalPolicyOf(settings),
  });

/** What the functions use: the stack's own table, or one that was restored from its backup. The own one stays. */
export const dataTable = (
  scope: Construct,
  id: string,
  settings: Settings,
  { isFirstDeployment }: { isFirstDeployment: boolean },
): SharedResources['table'] => {
  const table = ownTable(scope, id, settings, isFirstDeployment);
  if (settings.restoredTableName === undefined) return table;
  return TableV2.fromTableName(scope, `Restored${id}`, settings.restoredTableName);
};
