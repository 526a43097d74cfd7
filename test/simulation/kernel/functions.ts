import { advanceCampaign } from '#functions/workers/advance-campaign.ts';
import { applyCallEvent } from '#functions/workers/apply-call-event.ts';
import { deliverWebhook } from '#functions/workers/deliver-webhook.ts';
import { placeCall } from '#functions/workers/place-call.ts';
import { sweep } from '#functions/workers/sweep.ts';
import type { Capability } from '#shared/ports/capabilities.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import { giveBackAfterMs, orGiveBack } from '#shared/runtime/define/give-back.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import type { GroupWorker, QueueWorker } from '#shared/runtime/define/worker-definition.ts';
import { plainCommit } from '#shared/runtime/http/idempotency.ts';
import { loadResources } from '#shared/runtime/http/load-resources.ts';
import { QUEUES, type QueueSchema } from '#shared/schemas/messages.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import type { Caller } from '#shared/store/tokens.ts';
import type { Invocation } from './invocation.ts';
import { contextFor, type Services } from './ports.ts';
import type { Consume } from './queues.ts';

export const WORKERS = { advanceCampaign, applyCallEvent, deliverWebhook, placeCall, sweep };

/** Errors that faults cause, and refusals. Any other is a bug, a lost race that surfaces above all. */
const EXPECTED = ['ThrottlingException', 'TimeoutError', 'GivenBack', 'Refusal'];

export const isExpected = (error: unknown): boolean => EXPECTED.includes((error as Error).name);

/** A group that may be overtaken is given back before the function's timeout, as the Lambda handler does. */
const handleInTime = (
  { mayBeOvertaken, timeoutSeconds }: GroupWorker,
  invocation: Invocation,
  work: () => Promise<void>,
): Promise<void> => (mayBeOvertaken ? orGiveBack(work(), invocation.sleep(giveBackAfterMs(timeoutSeconds))) : work());

/** Consumes a batch as the Lambda handler does: messages of a standard queue fail alone, those of a group together. */
export const consumerOf = (
  services: () => Services,
  worker: Worker<QueueWorker>,
  unexpected: (error: unknown) => void,
): Consume => {
  const { definition } = worker;
  const attempt = async (invocation: Invocation, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      invocation.trace(`a message fails: ${(error as Error).name}`);
      if (!isExpected(error)) unexpected(error);
      return false;
    }
  };
  return async (invocation, bodies) => {
    const context = contextFor(services(), invocation, worker.uses);
    const messages = bodies.map((body) => definition.message.parse(body));
    if (definition.kind === 'group') {
      const { groupOf }: QueueSchema = QUEUES[definition.queue];
      const groups = Map.groupBy(messages, (message) => groupOf?.(message));
      const done = new Map<unknown, boolean>();
      const workOn = async (name: unknown, group: unknown[]): Promise<void> => {
        const work = () => handleInTime(definition, invocation, () => definition.handleGroup(group, context));
        done.set(name, await attempt(invocation, work));
      };
      await Promise.all([...groups].map(([name, group]) => workOn(name, group)));
      return messages.map((message) => done.get(groupOf?.(message)) ?? false);
    }
    return Promise.all(messages.map((message) => attempt(invocation, () => definition.handle(message, context))));
  };
};

/** Serves a request as the Lambda handler does, from loading its resources to the handler's own code. */
export const serveRequest = async (
  services: Services,
  invocation: Invocation,
  endpoint: Endpoint,
  request: { caller: Caller; input: Record<string, unknown> },
): Promise<unknown> => {
  const now = invocation.clock();
  const uses: readonly Capability[] = endpoint.uses;
  const context = contextFor(services, invocation, ['table:write', ...uses]);
  const table = () => (context as unknown as { table: TableWriter }).table;
  const loaded = await loadResources(table, request.caller, endpoint.loads ?? {}, request.input);
  return endpoint.handle({ ...context, ...loaded, ...request, now, commit: plainCommit(table) });
};
