import { mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { SQSClient } from '@aws-sdk/client-sqs';
import {
  type JsonReply,
  type LoopbackServer,
  RequestError,
  readJson,
  serveJson,
} from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { startScheduleFiring } from './schedule-firing.ts';
import { createSchedule, deleteSchedule, getSchedule, listSchedules, updateSchedule } from './schedule-routes.ts';
import { openScheduleStore, type ScheduleStore } from './schedule-store.ts';

interface SchedulerOptions {
  stateDir: string;
  /** Base address of SQS. */
  sqsEndpoint: string;
  /** 0 lets the system choose. */
  port: number;
}

const route = async (store: ScheduleStore, request: IncomingMessage, url: URL): Promise<JsonReply> => {
  const [, collection, encodedName, ...rest] = url.pathname.split('/');
  const method = request.method;
  if (collection === 'schedules' && rest.length === 0) {
    const name = decodeURIComponent(encodedName ?? '');
    if (!name && method === 'GET') return listSchedules(store, url.searchParams);
    if (name && method === 'GET') return getSchedule(store, name, url.searchParams);
    if (name && method === 'DELETE') return deleteSchedule(store, name, url.searchParams);
    if (name && method === 'POST') return createSchedule(store, name, await readJson(request), Date.now());
    if (name && method === 'PUT') return updateSchedule(store, name, await readJson(request), Date.now());
  }
  throw new RequestError(400, 'ValidationException', `${method} ${url.pathname} is not supported by this scheduler.`);
};

const describeError = (error: unknown): JsonReply => {
  const [status, type] = error instanceof RequestError ? [error.status, error.code] : [500, 'InternalServerException'];
  const message = error instanceof Error ? error.message : String(error);
  return { status, headers: { 'x-amzn-errortype': type }, body: { Message: message } };
};

/** Speaks EventBridge Scheduler's wire protocol for one-time schedules, and fires them into SQS. */
export const startScheduler = async ({ stateDir, sqsEndpoint, port }: SchedulerOptions): Promise<LoopbackServer> => {
  mkdirSync(stateDir, { recursive: true });
  const store = openScheduleStore(stateDir);
  const sqs = new SQSClient({
    endpoint: sqsEndpoint,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
  const firing = startScheduleFiring(store, sqs, sqsEndpoint);
  const answer = async (request: IncomingMessage, url: URL): Promise<JsonReply> => {
    const reply = await route(store, request, url);
    if (request.method !== 'GET') firing.wake();
    return reply;
  };
  const server = await serveJson(port, answer, describeError);
  return {
    url: server.url,
    stop: async () => {
      await Promise.all([server.stop(), firing.stop()]);
      sqs.destroy();
      store.close();
    },
  };
};
