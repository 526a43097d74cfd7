/** The one table's physical shape: read by the CDK stack and by the laptop's table creation, so that the two cannot drift. */
export const TABLE_KEY = { partition: 'pk', sort: 'sk' } as const;

/** TTL attribute, epoch seconds. Expiry is late by up to days, so readers compare times themselves. */
export const TTL_ATTRIBUTE = 'expires_at_seconds';

export interface IndexSchema {
  name: string;
  partition: string;
  sort: string;
  /** `local` indexes share the table's partition key and can be read consistently. */
  kind: 'local' | 'global';
  /** Attributes beside the keys; none means keys only. */
  includes: string[];
}

export const INDEXES = {
  list: { name: 'list', partition: 'list_pk', sort: 'list_sk', kind: 'global', includes: ['ix'] },
  active: { name: 'active', partition: 'active_pk', sort: 'active_sk', kind: 'global', includes: [] },
  due: { name: 'due', partition: 'pk', sort: 'due_sk', kind: 'local', includes: [] },
} as const satisfies Record<string, IndexSchema>;

export type IndexName = keyof typeof INDEXES;
