import { createHash, randomUUID } from 'node:crypto';
import { conflict, invalid, Refusal } from '#shared/domain/errors.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { type IdempotencyRecord, idempotencyKey, keepReply, readReply } from '#shared/store/idempotency.ts';
import {
  absent,
  anyOf,
  below,
  ConditionFailed,
  equals,
  type Key,
  type TableWriter,
  type WriteOperation,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { refusalBody } from './answer.ts';
import type { Commit } from './endpoint-definition.ts';

/** How long a key answers with its first response. */
const KEPT_SECONDS = DAY_MS / SECOND_MS;
/** A first request that is silent for longer than any function may run has crashed; its key can be taken over. */
const IN_FLIGHT_SECONDS = 35;
const KEY_MAX_CHARS = 255;

interface IdempotentRequest {
  key: string;
  accountId: string;
  method: string;
  path: string;
  body: string;
  now: Date;
  /** The reply of a success is not kept; whoever repeats the request is told so. */
  showsSecret?: boolean | undefined;
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

const inFlight = (): Error =>
  conflict('The first request with this Idempotency-Key is still being worked on; try again in a moment.');

const secretShown = (): Refusal =>
  conflict('The request with this Idempotency-Key was answered already; its response showed a secret and is not kept.');

interface Claim {
  recordKey: Key;
  seed: string;
  inFlightUntil: number;
}

/** Claims a key for this request, or takes it over from one that crashed; answers the first reply if there is one. */
const claimKey = async (table: TableWriter, request: IdempotentRequest): Promise<Claim | Reply> => {
  const { accountId, method, path, key, body, now } = request;
  const recordKey = idempotencyKey(accountId, digest(method, path, key));
  const second = Math.floor(now.getTime() / 1000);
  const inFlightUntil = second + IN_FLIGHT_SECONDS;
  const record: IdempotencyRecord = {
    body_digest: digest(body),
    seed: randomUUID(),
    in_flight_until: inFlightUntil,
    expires_at_seconds: second + KEPT_SECONDS,
  };
  try {
    await table.write({
      put: { ...recordKey, ...record },
      when: [anyOf(absent('pk'), below(TTL_ATTRIBUTE, second))],
    });
    return { recordKey, seed: record.seed, inFlightUntil };
  } catch (error) {
    const found = error instanceof ConditionFailed ? error.failures[0]?.found : undefined;
    if (!found) throw error;
    const first = found as unknown as IdempotencyRecord;
    if (first.body_digest !== record.body_digest) throw conflict('This Idempotency-Key was used with another body.');
    const reply = await readReply(table, recordKey, first);
    if (reply) return reply;
    if (first.in_flight_until >= second) throw inFlight();
    await table.write({
      update: recordKey,
      set: { in_flight_until: inFlightUntil },
      when: [equals('in_flight_until', first.in_flight_until)],
      refuse: inFlight,
    });
    return { recordKey, seed: first.seed, inFlightUntil };
  }
};

/**
 * Runs a request once per Idempotency-Key. The key is claimed first; of two requests at once the second is told that
 * the first is still in flight. The reply is kept in the same transaction as the effect, so a crash leaves both or
 * neither. Refusals other than 409, those for the moment, lost races and faults of the service (5xx) are not kept, so the request may be
 * repeated. A reply that shows a secret is kept as a 409 that says so.
 */
export const oncePerKey = async (
  table: TableWriter,
  request: IdempotentRequest,
  run: (commit: Commit, seed: string) => Promise<unknown>,
): Promise<Reply> => {
  const claim = await claimKey(table, request);
  if ('status' in claim) return claim;
  const { recordKey, inFlightUntil, seed } = claim;
  const expiresAtSeconds = Math.floor(request.now.getTime() / 1000) + KEPT_SECONDS;
  const own = [equals('in_flight_until', inFlightUntil), equals('seed', seed), absent('reply')];
  const keep = (status: number, reply: unknown): WriteOperation[] => {
    const { fields, further } = keepReply(recordKey, status, reply, expiresAtSeconds);
    return [{ update: recordKey, set: { ...fields }, when: own }, ...further];
  };
  const keepSuccess = (reply: unknown): WriteOperation[] =>
    request.showsSecret ? keep(409, refusalBody(secretShown())) : keep(200, reply);
  let kept = false;
  const commit: Commit = async (operations: WriteOperation[], reply) => {
    await table.transact([...operations, ...keepSuccess(reply)]);
    kept = true;
    return reply;
  };

  try {
    const reply = await run(commit, seed);
    if (!kept) await table.transact(keepSuccess(reply));
    return { status: 200, body: reply };
  } catch (error) {
    if (error instanceof Refusal && error.status === 409 && error.isLasting)
      await table.transact(keep(error.status, refusalBody(error)));
    // Other refusals wrote nothing, and may be decided otherwise next time.
    else if (error instanceof Refusal) await table.write({ delete: recordKey, when: own }).catch(() => undefined);
    // Part of the work may be done: whoever repeats the request takes it over at once, under the same ids.
    else await table.write({ update: recordKey, set: { in_flight_until: 0 }, when: own }).catch(() => undefined);
    throw error;
  }
};
