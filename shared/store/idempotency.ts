import { gunzipSync, gzipSync } from 'node:zlib';
import { keys } from './keys.ts';
import type { RecordKey } from './table/records.ts';
import type { Key, PutOperation, TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';

/** Size of one part of a compressed reply; below DynamoDB's limit of 400 KB per item. */
const PART_BYTES = 350 * 1024;

/** The part of a reply that is kept on the record itself. */
interface KeptReply {
  reply?: Uint8Array;
  /** Number of further parts, each in its own item. */
  reply_parts?: number;
  reply_status?: number;
}

export interface IdempotencyRecord extends KeptReply {
  body_digest: string;
  /** The request's new ids follow from this, so that a repetition after a crash draws the same ones. */
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

/** The record's fields for a reply, and the items for its further parts. */
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

/** The kept reply; undefined if there is none yet. */
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
