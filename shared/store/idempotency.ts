import { gunzipSync, gzipSync } from 'node:zlib';
import { keys } from './keys.ts';
import type { RecordKey } from './table/records.ts';
import type { Key, PutOperation, TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';

/** A DynamoDB item holds 400 KB; a reply is compressed and takes as many items as it needs. */
const PART_BYTES = 350 * 1024;

/** What is kept of a reply on the Idempotency-Key's record itself. */
interface KeptReply {
  reply?: Uint8Array;
  /** Further parts, in items of their own. */
  reply_parts?: number;
  reply_status?: number;
}

export interface IdempotencyRecord extends KeptReply {
  body_digest: string;
  /** The ids that the request makes follow from this, also when it is repeated after a crash. */
  seed: string;
  /** Epoch seconds until which the first request may still be working. */
  in_flight_until: number;
  expires_at_seconds: number;
}

export const idempotencyKey = (accountId: string, digest: string): RecordKey<IdempotencyRecord> =>
  keys.idempotency(accountId, digest);

const partsOf = (reply: unknown): Buffer[] => {
  const packed = gzipSync(JSON.stringify(reply));
  return Array.from({ length: Math.ceil(packed.length / PART_BYTES) }, (_, at) =>
    packed.subarray(at * PART_BYTES, (at + 1) * PART_BYTES),
  );
};

/** The fields to set on the record, and the items that hold the rest of the reply. */
export const keepReply = (
  recordKey: Key,
  status: number,
  reply: unknown,
  expiresAtSeconds: number,
): { fields: KeptReply; further: PutOperation[] } => {
  const [first = Buffer.alloc(0), ...rest] = partsOf(reply);
  return {
    fields: { reply: first, reply_parts: rest.length, reply_status: status },
    further: rest.map((part, at) => ({
      put: { ...keys.idempotencyPart(recordKey, at), part, [TTL_ATTRIBUTE]: expiresAtSeconds },
    })),
  };
};

/** The reply that was kept; undefined while there is none. */
export const readReply = async (
  table: TableReader,
  recordKey: Key,
  kept: KeptReply,
): Promise<{ status: number; body: unknown } | undefined> => {
  if (kept.reply === undefined) return undefined;
  const partKeys = Array.from({ length: kept.reply_parts ?? 0 }, (_, at) => keys.idempotencyPart(recordKey, at));
  const further = await table.getMany<{ part: Uint8Array }>(partKeys);
  const packed = Buffer.concat([kept.reply, ...further.map((item) => item?.part ?? Buffer.alloc(0))]);
  return { status: kept.reply_status ?? 200, body: JSON.parse(gunzipSync(packed).toString('utf8')) as unknown };
};
