import * as fc from 'fast-check';
import type { Journal } from '#test/deployed/journal.ts';
import { busyAccount, type FuzzedAccount } from '#test/fuzz/accounts.ts';
import { type Operation, readDocument } from '#test/fuzz/document.ts';
import { allowedRequests } from '#test/fuzz/requests/allowed-requests.ts';
import { AllowedValues } from '#test/fuzz/requests/allowed-values.ts';
import { send, toSent } from '#test/fuzz/send.ts';
import { newSession } from '#test/harness/given/sessions.ts';

/** Requests to every route of the templates, made from what the deployed service says of itself. */

/** Requests to an operation until one of them is carried out. */
const TRIES = 4;
/** The same requests in every run. */
const SEED = 7;
const PARAMETER = /\{\w+\}/;
const ASSET = /(?:src|href)="([^"]*\/assets\/[^"]+)"/;

/** What removes things comes after what needs them. */
const inOrder = (operations: readonly Operation[]): Operation[] =>
  [...operations].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

const askUntilDone = async (
  baseUrl: string,
  values: AllowedValues,
  operation: Operation,
  own: FuzzedAccount,
): Promise<void> => {
  const requests = fc.sample(allowedRequests(operation, values), { seed: SEED, numRuns: TRIES });
  for (const request of requests) {
    const { status, headers, text } = await send(baseUrl, toSent(request, { own, anothersToken: own.token }, own.ids));
    if (status >= 300) continue;
    if (operation.method !== 'DELETE') own.ids.learn(JSON.parse(text));
    const [begun] = headers['set-cookie'] ?? [];
    if (begun !== undefined) own.cookie = (await newSession(own)).cookie;
    return;
  }
};

/** Routes that are no operation of the document: pages, their assets, and what no route fits. */
const askPages = async (baseUrl: string, routeKeys: readonly string[]): Promise<void> => {
  let asset: string | undefined;
  for (const routeKey of routeKeys.filter((key) => key.startsWith('GET ') && !key.includes('/assets/'))) {
    const path = routeKey.slice('GET '.length).replace(PARAMETER, 'some');
    const page = await (await fetch(`${baseUrl}${path}`)).text();
    asset ??= ASSET.exec(page)?.[1];
  }
  if (asset !== undefined) await (await fetch(`${baseUrl}${asset}`)).arrayBuffer();
  await (await fetch(`${baseUrl}/no-such-path`)).arrayBuffer();
};

/** Asks every route at least once, and operations until one request to each was carried out, if that is soon. */
export const askEveryRoute = async (baseUrl: string, { routes }: Journal): Promise<void> => {
  const document = readDocument(await (await fetch(`${baseUrl}/api/openapi.json`)).text());
  const values = new AllowedValues(document);
  const own = await busyAccount();
  for (const operation of inOrder(document.operations)) await askUntilDone(baseUrl, values, operation, own);
  const described = new Set(document.operations.map(({ method, path }) => `${method} ${path}`));
  await askPages(
    baseUrl,
    [...routes.keys()].filter((routeKey) => !described.has(routeKey)),
  );
};
