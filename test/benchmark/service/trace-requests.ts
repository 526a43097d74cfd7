import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { renameSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { regularly } from '#test/harness/time/timers.ts';

/**
 * Loaded into the measured service before its own code. Whatever a request to the service asks for in its turn carries
 * the request's mark, so that the counting proxy can tell requests apart that are served at the same time. Requests to
 * queues, schedules and the bucket are counted here, because no proxy stands before them.
 */

const MARK = 'x-benchmark';
const WRITE_EVERY_MS = 250;

const marks = new AsyncLocalStorage<string>();
const counts: Record<string, number> = {};

const count = (what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

subscribe('http.server.request.start', (message) => {
  const { request } = message as { request: IncomingMessage };
  const mark = request.headers[MARK];
  if (typeof mark === 'string') marks.enterWith(mark);
  else if (request.url?.startsWith('/api/')) count(`HTTP ${request.url.split('?')[0]}`);
});

const nameOf = (request: ClientRequest): string | undefined => {
  const target = request.getHeader('x-amz-target');
  if (typeof target === 'string') return target.startsWith('DynamoDB') ? undefined : target.split('.')[1];
  if (request.path.startsWith('/schedules/')) return `Scheduler ${request.method}`;
  return request.method === 'PUT' ? 'S3 PUT' : undefined;
};

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  const mark = marks.getStore();
  if (mark !== undefined && !request.headersSent) request.setHeader(MARK, mark);
  const name = nameOf(request);
  if (name !== undefined) count(name);
});

const file = process.env.BENCHMARK_COUNTS_FILE;
if (file !== undefined) {
  regularly(() => {
    if (Object.keys(counts).length === 0) return;
    writeFileSync(`${file}.new`, JSON.stringify(counts));
    renameSync(`${file}.new`, file);
  }, WRITE_EVERY_MS).unref();
}
