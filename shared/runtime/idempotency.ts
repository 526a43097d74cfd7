import { createHash } from 'node:crypto';
import { conflict, invalid, Refusal } from '#shared/domain/errors.ts';
import { keys } from '#shared/store/keys.ts';
import {
  absent,
  anyOf,
  below,
  ConditionFailed,
  equals,
  type TableWriter,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table-schema.ts';
import type { Commit } from './define-endpoint.ts';
import { refusalBody } from './http.ts';

/** How long a key answers with its first response. */
const KEPT_SECONDS = 24 * 60 * 60;
/** A first request that is silent for longer than any function may run has crashed; its key can be taken over. */
const IN_FLIGHT_SECONDS = 35;
const KEY_MAX_CHARS = 255;

interface IdempotencyRecord {
  body_digest: string;
  /** Epoch seconds until which the first request may still be working. */
  in_flight_until: number;
  reply?: string;
  reply_status?: number;
  expires_at_seconds: number;
}

export interface IdempotentRequest {
  key: string;
  accountId: string;
  method: string;
  path: string;
  body: string;
  now: Date;
}

export interface Reply {
  status: number;
  body: unknown;
}

const digest = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

export const readIdempotencyKey = (headers: Record<string, string | undefined>): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (key.length === 0 || key.length > KEY_MAX_CHARS) {
    throw invalid([{ path: 'Idempotency-Key', message: `must have 1 to ${KEY_MAX_CHARS} characters` }]);
  }
  return key;
};

/** Without a key, a commit is just its transaction. */
export const plainCommit =
  (table: () => TableWriter): Commit =>
  async (operations, body) => {
    if (operations.length > 0) await table().transact(operations);
    return body;
  };

const replay = (record: IdempotencyRecord | undefined, bodyDigest: string): Reply => {
  if (record?.body_digest !== bodyDigest) {
    throw conflict('This Idempotency-Key was used with another body.');
  }
  if (record.reply === undefined) {
    throw conflict('The first request with this Idempotency-Key is still being worked on; try again in a moment.');
  }
  return { status: record.reply_status ?? 200, body: JSON.parse(record.reply) as unknown };
};

/**
 * Runs a request once per Idempotency-Key. The key is claimed first; of two requests at once the second is told that the
 * first is still in flight. The reply is kept in the same transaction as the effect, so a crash leaves both or neither.
 * A fault of the service (5xx) is not kept.
 */
export const oncePerKey = async (
  table: TableWriter,
  request: IdempotentRequest,
  run: (commit: Commit) => Promise<unknown>,
): Promise<Reply> => {
  const { accountId, method, path, key, body, now } = request;
  const recordKey = keys.idempotency(accountId, digest(method, path, key));
  const bodyDigest = digest(body);
  const second = Math.floor(now.getTime() / 1000);
  const inFlightUntil = second + IN_FLIGHT_SECONDS;
  try {
    await table.write({
      put: {
        ...recordKey,
        body_digest: bodyDigest,
        in_flight_until: inFlightUntil,
        [TTL_ATTRIBUTE]: second + KEPT_SECONDS,
      },
      when: [anyOf(absent('pk'), below(TTL_ATTRIBUTE, second), below('in_flight_until', second))],
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return replay(error.failures[0]?.found as unknown as IdempotencyRecord | undefined, bodyDigest);
  }

  const keep = (status: number, reply: unknown): UpdateOperation => ({
    update: recordKey,
    // A finished record is never taken over before it expires.
    set: { reply: JSON.stringify(reply), reply_status: status, in_flight_until: second + KEPT_SECONDS },
    when: [equals('in_flight_until', inFlightUntil), equals('body_digest', bodyDigest)],
  });
  let kept = false;
  const commit: Commit = async (operations: WriteOperation[], reply) => {
    await table.transact([...operations, keep(200, reply)]);
    kept = true;
    return reply;
  };

  try {
    const reply = await run(commit);
    if (!kept) await table.write(keep(200, reply));
    return { status: 200, body: reply };
  } catch (error) {
    if (error instanceof Refusal) {
      await table.write(keep(error.status, refusalBody(error)));
    } else {
      await table.write({ delete: recordKey, when: [equals('in_flight_until', inFlightUntil)] }).catch(() => undefined);
    }
    throw error;
  }
};
