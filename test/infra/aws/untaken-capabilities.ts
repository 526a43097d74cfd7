import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleAll } from '#infra/aws/bundling/bundle.ts';
import { endpoints, sites, streams, workers } from '#infra/catalog.ts';
import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';

/**
 * `node test/infra/aws/untaken-capabilities.ts <folder>` prints as JSON what functions declare and do not take,
 * and which look up lines without declaring it. A
 * bundle without adapters holds the code that a function can reach, and no types: what it takes stands there as a
 * property. The table is taken by the code around every request, so it is never missed.
 */

const PORTS: Record<Exclude<Capability, 'lines'>, string> = {
  ...ofEachQueue((name) => `${name}Queue`),
  ...ofEachSecret((name) => `${name}Secret`),
  'table:read': 'table',
  'table:write': 'table',
  'schedules:write': 'wakeUps',
  'callSchedules:write': 'callWakeUps',
  'numberSchedules:write': 'trialEnds',
  webhookReceivers: 'postWebhook',
  webhookUrls: 'webhookUrlProblem',
  dialLimits: 'limits',
  numberingPlan: 'numberingOf',
  portionLimits: 'portions',
  retentionBounds: 'retentionBounds',
  requestLimit: 'requestLimit',
  languageModels: 'models',
  'recordings:write': 'recordings',
  'recordings:delete': 'recordingRemover',
  'exports:write': 'exportFiles',
  'exports:delete': 'exportRemover',
  'erasureLog:write': 'erasureLog',
  'recordings:link': 'recordingLinks',
  site: 'siteFiles',
  carrierWebhook: 'carrierWebhook',
  telephony: 'telephony',
  transcription: 'checkTranscriber',
};

/** Part of every line's key, which is a text in the code that makes one. */
const LINE_KEY = '#LINE#';

const folder = process.argv[2] as string;
const functions = [...endpoints, ...workers, ...streams, ...sites];
await bundleAll(
  functions.map(({ id, file }) => ({ id, file, capabilities: [] })),
  folder,
);
const untaken = functions.flatMap(({ id, uses }) => {
  const code = readFileSync(join(folder, id, 'index.mjs'), 'utf8');
  const hasLines = code.includes(LINE_KEY);
  const isTaken = (capability: Capability) =>
    capability === 'lines' ? hasLines : new RegExp(`[.{,'"]${PORTS[capability]}\\b`).test(code);
  const missing =
    hasLines && !(uses as readonly Capability[]).includes('lines') ? [`${id}: lines is not declared`] : [];
  return [...missing, ...uses.filter((capability) => !isTaken(capability)).map((capability) => `${id}: ${capability}`)];
});
console.log(JSON.stringify(untaken));
