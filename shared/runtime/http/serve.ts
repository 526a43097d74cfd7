import { derivedId, type IdPrefix, newId } from '#shared/domain/ids.ts';
import type { Capability } from '#shared/runtime/capabilities.ts';
import { buildPorts, sharedTable } from '#shared/runtime/define/build-ports.ts';
import type { Commit, EndpointContext, RawRequest, ServedEndpoint } from '#shared/runtime/define/endpoint.ts';
import { clock, sleep } from '#shared/runtime/system.ts';
import { authenticate } from './authenticate.ts';
import { type HttpHandler, json, wrapHttp } from './http.ts';
import { oncePerKey, plainCommit, readIdempotencyKey } from './idempotency.ts';
import { loadResources } from './load-resources.ts';
import { rawRequestOf, readInput, refuseLargeBody } from './read-request.ts';

type AnyContext = EndpointContext<Record<string, unknown>, object, never>;

/** A POST under a bearer token may carry an Idempotency-Key; inbound webhooks deduplicate by their events. */
const idempotencyKeyOf = (endpoint: ServedEndpoint, raw: RawRequest): string | undefined =>
  endpoint.method === 'POST' && (endpoint.auth ?? 'bearer') === 'bearer' ? readIdempotencyKey(raw.headers) : undefined;

/**
 * The path of every request, in the order in which refusals are decided: 401, 413 and 400, 404 and 403, then whatever
 * the endpoint itself finds in conflict.
 */
const respond =
  (endpoint: ServedEndpoint, { ports, proof }: { ports: () => object; proof: () => object }): HttpHandler =>
  async (event, log) => {
    const now = clock();
    const raw = rawRequestOf(event);
    const caller = await authenticate(endpoint, raw, { table: sharedTable, proof, now });
    refuseLargeBody(raw);
    const key = idempotencyKeyOf(endpoint, raw);
    const input = readInput(endpoint, event, raw, now);
    const loaded = await loadResources(sharedTable, caller, endpoint.loads ?? {}, input);
    const handle = (commit: Commit, seed?: string): Promise<unknown> => {
      const own = { input, caller, now, clock, sleep, newId: idSource(now, seed), log, commit };
      return endpoint.handle({ ...ports(), ...loaded, ...own } as AnyContext);
    };
    if (key === undefined) return json(200, endpoint.output.parse(await handle(plainCommit(sharedTable))));
    const { method, path } = event.requestContext.http;
    const { showsSecret } = endpoint;
    const sent = { method, path, body: raw.body.toString('utf8') };
    const request = { key, accountId: caller.accountId, ...sent, now, showsSecret };
    const { status, body } = await oncePerKey(sharedTable(), request, handle);
    return json(status, status === 200 ? endpoint.output.parse(body) : body);
  };

/**
 * New ids; under an Idempotency-Key they follow from the key, so that a request repeated after a crash makes the same
 * things and finds those that are there already.
 */
const idSource = (now: Date, seed: string | undefined) => {
  let made = 0;
  return (prefix: IdPrefix): string => (seed === undefined ? newId(prefix, now) : derivedId(prefix, seed, made++));
};

const builtOnce = (uses: readonly Capability[]): (() => object) => {
  let ports: object | undefined;
  return () => {
    ports ??= buildPorts(uses);
    return ports;
  };
};

const isProof = (capability: Capability): boolean =>
  capability.startsWith('secret:') || capability === 'carrierWebhook';

/** The Lambda handler of an endpoint. Ports are built at the first request that needs them, and kept. */
export const serve = (endpoint: ServedEndpoint) =>
  wrapHttp(respond(endpoint, { ports: builtOnce(endpoint.uses), proof: builtOnce(endpoint.uses.filter(isProof)) }));
