/** The table's physical shape, used by both the CDK stack and the laptop, so that they cannot drift apart. */
export const TABLE_KEY = { partition: 'pk', sort: 'sk' } as const;

/** TTL attribute, epoch seconds. DynamoDB may expire items days late, so readers compare times themselves. */
export const TTL_ATTRIBUTE = 'expires_at_seconds';

export interface IndexSchema {
  name: string;
  partition: string;
  sort: string;
  /** A `local` index shares the table's partition key and is read consistently. */
  kind: 'local' | 'global';
  /** Attributes beside the keys. */
  includes: string[];
}

export const INDEXES = {
  list: { name: 'list', partition: 'list_pk', sort: 'list_sk', kind: 'global', includes: ['ix'] },
  active: { name: 'active', partition: 'active_pk', sort: 'active_sk', kind: 'global', includes: [] },
  due: { name: 'due', partition: 'pk', sort: 'due_sk', kind: 'local', includes: [] },
} as const satisfies Record<string, IndexSchema>;

export type IndexName = keyof typeof INDEXES;
