import type { Permission } from './capabilities.ts';
import type { SharedResources } from './resources.ts';

/** What a service asks of a customer's key in the name of whoever does something in it. */
interface KeyUse {
  service: 'dynamodb' | 'sqs' | 's3' | 'secretsmanager';
  by: readonly string[];
  asks: readonly string[];
}

const READING = ['kms:Decrypt'];
const SENDING = ['kms:GenerateDataKey', 'kms:Decrypt'];
const TABLE_READING = ['kms:Decrypt', 'kms:DescribeKey'];
const TABLE_WRITING = [...TABLE_READING, 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'];

const USES: readonly KeyUse[] = [
  { service: 'dynamodb', by: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'], asks: TABLE_READING },
  { service: 'dynamodb', by: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'], asks: TABLE_WRITING },
  { service: 'sqs', by: ['sqs:SendMessage'], asks: SENDING },
  { service: 'sqs', by: ['sqs:ReceiveMessage'], asks: READING },
  { service: 's3', by: ['s3:PutObject'], asks: SENDING },
  { service: 's3', by: ['s3:GetObject'], asks: READING },
  { service: 'secretsmanager', by: ['secretsmanager:GetSecretValue'], asks: READING },
];

const SERVICES = [...new Set(USES.map(({ service }) => service))];

/** The permissions on customers' keys that these permissions bring with them, each through its own service alone. */
export const keyPermissions = (permissions: readonly Permission[], keys: SharedResources['keys']): Permission[] => {
  const done = new Set(permissions.flatMap(({ actions }) => actions));
  return SERVICES.flatMap((service) => {
    const key = service === 'secretsmanager' ? keys.secrets : keys.data;
    const uses = USES.filter((use) => use.service === service && use.by.some((action) => done.has(action)));
    const actions = [...new Set(uses.flatMap(({ asks }) => asks))];
    if (key === undefined || actions.length === 0) return [];
    return [{ actions, on: [key], conditions: { StringEquals: { 'kms:ViaService': keys.viaService(service) } } }];
  });
};
