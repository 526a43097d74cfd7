import type { SQSRecord } from 'aws-lambda';
import { advanceCampaign } from '#functions/workers/advance-campaign.ts';
import { applyCallEvent } from '#functions/workers/apply-call-event.ts';
import { deliverWebhook } from '#functions/workers/deliver-webhook.ts';
import { enforceRetention } from '#functions/workers/enforce-retention.ts';
import { erasePerson } from '#functions/workers/erase-person.ts';
import { extractInformation } from '#functions/workers/extract-information.ts';
import { placeCall } from '#functions/workers/place-call.ts';
import { sweep } from '#functions/workers/sweep.ts';
import { conflict } from '#shared/domain/errors.ts';
import type { Capability } from '#shared/ports/capabilities.ts';
import { type Deadline, workOn } from '#shared/runtime/define/consume.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import type { QueueWorker } from '#shared/runtime/define/worker-definition.ts';
import type { Commit } from '#shared/runtime/http/endpoint-definition.ts';
import { oncePerKey, plainCommit } from '#shared/runtime/http/idempotency.ts';
import { loadResources } from '#shared/runtime/http/load-resources.ts';
import { QUEUES, type QueueSchema } from '#shared/schemas/messages.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { contextFor, type Services } from '#test/simulation/kernel/ports/ports.ts';
import type { Invocation } from './invocation.ts';
import type { Consume } from './queues.ts';

export const WORKERS = {
  advanceCampaign,
  applyCallEvent,
  deliverWebhook,
  enforceRetention,
  erasePerson,
  extractInformation,
  placeCall,
  sweep,
};

/** Errors that faults cause, and refusals. Any other is a bug, a lost race that surfaces above all. */
const EXPECTED = ['ThrottlingException', 'TimeoutError', 'GivenBack', 'Refusal'];

export const isExpected = (error: unknown): boolean => EXPECTED.includes((error as Error).name);

/** A worker whose groups are noted when their work has succeeded. */
const noting = (definition: QueueWorker, ended: Set<unknown>): QueueWorker => {
  if (definition.kind === 'message') return definition;
  const { groupOf }: QueueSchema = QUEUES[definition.queue];
  return {
    ...definition,
    handleGroup: async (messages, context) => {
      await definition.handleGroup(messages, context);
      ended.add(groupOf?.(messages[0]));
    },
  };
};

/** Consumes a batch with the code of the Lambda handler, in virtual time. */
export const consumerOf = (
  services: () => Services,
  worker: Worker<QueueWorker>,
  unexpected: (error: unknown) => void,
): Consume => {
  const { groupOf }: QueueSchema = QUEUES[worker.definition.queue];
  const recordOf = (body: unknown, at: number): SQSRecord => {
    const MessageGroupId = groupOf?.(body);
    const attributes = { ApproximateReceiveCount: '1', ...(MessageGroupId !== undefined && { MessageGroupId }) };
    return { messageId: String(at), body: JSON.stringify(body), attributes } as SQSRecord;
  };
  return async (invocation, bodies) => {
    const { log, ...context } = contextFor(services(), invocation, worker.uses);
    const error: typeof log.error = (words, cause, fields) => {
      log.error(words, cause, fields);
      if (!isExpected(cause)) unexpected(cause);
    };
    const deadline: Deadline = (milliseconds) => ({
      tooLate: invocation.sleep(milliseconds),
      cancel: () => undefined,
    });
    const ended = new Set<unknown>();
    const work = workOn(noting(worker.definition, ended), deadline);
    const failed = await work(bodies.map(recordOf), () => ({ ...context, log: { ...log, error } }));
    const succeeded = bodies.map((_, at) => !failed.includes(String(at)));
    if (worker.definition.kind === 'group' && bodies.some((body, at) => ended.has(groupOf?.(body)) !== succeeded[at])) {
      unexpected(new Error('A batch was answered otherwise than its groups ended.'));
    }
    return succeeded;
  };
};

/** Serves a request as the Lambda handler does, from loading its resources to the handler's own code. */
export const serveRequest = async (
  services: Services,
  invocation: Invocation,
  endpoint: Endpoint,
  { key, ...request }: { caller: Caller; input: Record<string, unknown>; key?: string | undefined },
): Promise<unknown> => {
  const now = invocation.clock();
  const uses: readonly Capability[] = endpoint.uses;
  const context = contextFor(services, invocation, ['table:write', ...uses]);
  const table = () => (context as unknown as { table: TableWriter }).table;
  const loaded = await loadResources(table, request.caller, endpoint.loads ?? {}, request.input);
  const raw = { headers: {}, cookies: [], body: Buffer.alloc(0) };
  const browser = { address: '127.0.0.1', sessionCookie: { set: () => undefined, drop: () => undefined } };
  const handle = (commit: Commit, own: object = {}) =>
    endpoint.handle({ ...context, ...loaded, ...request, raw, ...browser, now, commit, ...own });
  if (key === undefined) return handle(plainCommit(table));
  const sent = { key, accountId: request.caller.accountId, method: endpoint.method, path: endpoint.path, now };
  const { status, body } = await oncePerKey(table(), { ...sent, body: JSON.stringify(request.input) }, (commit, seed) =>
    handle(commit, { newId: services.idsOf(seed) }),
  );
  if (status !== 200) throw conflict('The first request under this key was refused.');
  return body;
};
