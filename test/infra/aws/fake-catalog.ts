import type { Catalog } from '#infra/aws/stacks/product-stack.ts';
import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Fallback } from '#shared/runtime/define/fallback.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/schemas/messages.ts';

const notCalled = () => Promise.reject(new Error('Synthesis runs no handler.'));

export const fakeEndpoint = (id: string, fields: Partial<Entry<Endpoint>> = {}): Entry<Endpoint> =>
  ({
    kind: 'endpoint',
    id,
    file: `${id}.ts`,
    method: 'GET',
    path: `/things/${id}`,
    tag: 'Things',
    summary: `Answers ${id}`,
    role: 'read',
    uses: [],
    handler: notCalled,
    ...fields,
  }) as Entry<Endpoint>;

export const fakeWorker = (id: string, fields: Partial<Entry<Worker>>): Entry<Worker> =>
  ({
    kind: 'worker',
    id,
    file: `${id}.ts`,
    summary: `Does ${id}`,
    uses: [],
    timeoutSeconds: 10,
    handler: notCalled,
    ...fields,
  }) as Entry<Worker>;

const fakeStream = (id: string, fields: Partial<Entry<StreamFunction>>): Entry<StreamFunction> =>
  ({
    kind: 'stream',
    id,
    file: `${id}.ts`,
    summary: `Streams ${id}`,
    path: '/llm/chat/completions',
    uses: [],
    timeoutSeconds: 60,
    respond: notCalled,
    handler: notCalled,
    ...fields,
  }) as Entry<StreamFunction>;

const fakeSite = (id: string, fields: Partial<Entry<Site>>): Entry<Site> =>
  ({
    kind: 'site',
    id,
    file: `${id}.ts`,
    summary: `Serves ${id}`,
    uses: ['site'],
    routes: [],
    handler: notCalled,
    ...fields,
  }) as Entry<Site>;

const fallback = {
  kind: 'fallback',
  id: 'answerUnknownRoute',
  file: 'answer-unknown-route.ts',
  summary: 'Refuses',
  uses: [],
  handler: notCalled,
} as Entry<Fallback>;

const WORKERS = [
  fakeWorker('advance', {
    uses: ['table:write', 'dialQueue:send', 'schedules:write'],
    source: { queue: 'campaign', batchSize: 10, maxConcurrency: 50 },
  }),
  fakeWorker('place', {
    uses: ['telephony', 'table:write', 'dialLimits'],
    source: { queue: 'dial', batchSize: 1, maxConcurrency: 20 },
  }),
  fakeWorker('apply', {
    uses: ['table:read', 'endedCallQueue:send', 'recordingQueue:send'],
    source: { queue: 'callEvent', batchSize: 10, maxConcurrency: 20 },
  }),
  fakeWorker('talk', {
    uses: ['languageModels', 'telephony'],
    timeoutSeconds: 40,
    source: { queue: 'conversation', batchSize: 10, maxConcurrency: 200 },
  }),
  fakeWorker('conclude', {
    uses: ['languageModels'],
    timeoutSeconds: 60,
    source: { queue: 'endedCall', batchSize: 5, maxConcurrency: 20 },
  }),
  fakeWorker('record', {
    uses: ['recordings:write'],
    timeoutSeconds: 120,
    source: { queue: 'recording', batchSize: 1, maxConcurrency: 20 },
  }),
  fakeWorker('deliver', {
    uses: ['table:write', 'webhookQueue:send', 'secret:webhookSigning', 'webhookReceivers'],
    source: { queue: 'webhook', batchSize: 10, maxConcurrency: 20 },
  }),
  fakeWorker('sweep', {
    uses: ['table:write', 'campaignQueue:send'],
    timeoutSeconds: 50,
    source: { everyMinutes: 1 },
  }),
];

const CONSUMED = WORKERS.flatMap(({ source }) => ('queue' in source ? [source.queue] : []));

const consumerOf = (queue: QueueName): Entry<Worker> =>
  fakeWorker(`${queue}Consumer`, {
    uses: [`${queue}Queue:send`],
    timeoutSeconds: 1,
    source: { queue, batchSize: 1, maxConcurrency: 2 },
  });

/** One of each: every capability, every way to authenticate, every event source. */
export const FAKE_CATALOG: Required<Catalog> = {
  endpoints: [
    fakeEndpoint('getThing', { path: '/things/{id}' }),
    fakeEndpoint('createThing', { method: 'POST', path: '/things', uses: ['numberSchedules:write'] }),
    fakeEndpoint('updateThing', { method: 'PATCH', path: '/things/{id}', uses: ['table:write', 'campaignQueue:send'] }),
    fakeEndpoint('hearThing', { path: '/things/{id}/recording', uses: ['recordings:link'] }),
    fakeEndpoint('buyThing', { method: 'POST', tag: 'Phone numbers', uses: ['telephony'] }),
    fakeEndpoint('judgeThing', { uses: ['transcription', 'webhookUrls'] }),
    fakeEndpoint('runThing', { method: 'POST', tag: 'Campaigns', uses: ['dialQueue:send', 'campaignQueue:send'] }),
    fakeEndpoint('getHealth', { tag: 'System', auth: 'none' }),
    fakeEndpoint('getSession', { tag: 'Session', auth: 'session' }),
    fakeEndpoint('receiveCallEvent', {
      method: 'POST',
      tag: 'System',
      auth: () => true,
      uses: ['callEventQueue:send', 'conversationQueue:send', 'carrierWebhook'],
    }),
    fakeEndpoint('receiveBillingEvent', {
      method: 'POST',
      tag: 'System',
      auth: () => true,
      uses: ['table:write', 'secret:stripeWebhook', 'secret:lemonSqueezyWebhook'],
    }),
  ],
  workers: [...WORKERS, ...QUEUE_NAMES.filter((queue) => !CONSUMED.includes(queue)).map(consumerOf)],
  streams: [fakeStream('complete', { uses: ['table:read', 'languageModels', 'secret:modelEndpoint'] })],
  sites: [
    fakeSite('serveShop', {
      routes: [
        { method: 'GET', path: '/' },
        { method: 'GET', path: '/shelves/{id}' },
      ],
    }),
  ],
  fallback,
};
