import { insufficientRole, mayDo } from '#shared/domain/account/role.ts';
import { forbidden } from '#shared/domain/errors.ts';
import { derivedId, type IdPrefix, newId } from '#shared/domain/ids.ts';
import type { Capability } from '#shared/ports/capabilities.ts';
import { portsOnce, sharedTable } from '#shared/runtime/build-ports.ts';
import { chance, clock, sleep } from '#shared/runtime/system.ts';
import { noteUse } from '#shared/store/access/last-use.ts';
import { json } from './answer.ts';
import { authenticate } from './authenticate.ts';
import type { Handle, RequestContext, Step } from './chain.ts';
import type { Commit, ServedEndpoint } from './endpoint-definition.ts';
import { oncePerKey, plainCommit, readIdempotencyKey } from './idempotency.ts';
import { loadResources } from './load-resources.ts';
import { readInput, refuseLargeBody } from './read-request.ts';
import { RequestLimiter } from './request-limiter.ts';
import { isOfOwnOrigin } from './same-origin.ts';
import { sessionCookieFor } from './session-cookie.ts';

const isProof = (capability: Capability): boolean =>
  capability.startsWith('secret:') || capability === 'carrierWebhook';

export const identifyCaller = (endpoint: ServedEndpoint): Step => {
  const proof = portsOnce(endpoint.uses.filter(isProof));
  return {
    before: async ({ context }) => {
      const { raw, now } = context;
      const { caller, uses } = await authenticate(endpoint, raw, { table: sharedTable, proof, now });
      Object.assign(context, { caller, uses });
      context.log.about({ account_id: caller.accountId });
    },
  };
};

/** Browsers send cookies along with whatever another page makes them send, and sign-ins in somebody else's name. */
export const refuseOtherOrigins = ({ method, auth }: ServedEndpoint): Step => ({
  before: ({ context: { raw, caller } }) => {
    const byCookie = caller.session !== undefined;
    const isExposed = auth === 'signIn' || (byCookie && method !== 'GET');
    if (isExposed && !isOfOwnOrigin(raw, { byCookie })) throw forbidden();
  },
});

/** A use that could not be noted is noted by the next request. */
export const noteUses: Step = {
  before: async ({ context: { uses, log } }) => {
    const noted = await Promise.allSettled(uses.map((use) => noteUse(sharedTable(), use)));
    for (const result of noted) {
      if (result.status === 'rejected') log.warn('The last use could not be noted.', { error: String(result.reason) });
    }
  },
};

export const checkRole = ({ role }: ServedEndpoint): Step => ({
  before: ({ context: { caller } }) => {
    if (role !== null && !mayDo(caller.role, role)) throw forbidden(insufficientRole(caller.role, role));
  },
});

/** One for all functions of this process. */
const limiter = new RequestLimiter({ table: sharedTable, random: chance });

/** Whoever has no account has no rate either; webhooks and sign-ins have limits of their own. */
export const limitRequests = ({ auth = 'bearer' }: ServedEndpoint): Step => {
  const ports = portsOnce(['requestLimit']);
  const hasAccount = auth === 'bearer' || auth === 'session';
  return {
    before: async ({ context }) => {
      const { requestLimit } = hasAccount ? ports() : { requestLimit: null };
      if (requestLimit) await limiter.admit(context.caller.accountId, requestLimit, context);
    },
  };
};

export const limitBody: Step = { before: ({ context }) => refuseLargeBody(context.raw) };

/** A POST under a bearer token may carry an Idempotency-Key; inbound webhooks deduplicate by their events. */
export const takeIdempotencyKey = ({ method, auth = 'bearer' }: ServedEndpoint): Step => ({
  before: ({ context }) => {
    if (method === 'POST' && auth === 'bearer') context.idempotencyKey = readIdempotencyKey(context.raw.headers);
  },
});

export const checkInput = (endpoint: ServedEndpoint): Step => ({
  before: ({ event, context }) => {
    context.input = readInput(endpoint, event, context.raw, context);
  },
});

export const loadNamedResources = ({ loads = {} }: ServedEndpoint): Step => ({
  before: async ({ context }) => {
    context.loaded = await loadResources(sharedTable, context.caller, loads, context.input);
    const { call, campaign } = context.loaded as { call?: { id: string }; campaign?: { id: string } };
    context.log.about({ call_id: call?.id, campaign_id: campaign?.id });
  },
});

/**
 * New ids; under an Idempotency-Key they follow from the key, so that a request repeated after a crash makes the same
 * things and finds those that are there already.
 */
const idSource = (now: Date, seed: string | undefined) => {
  let made = 0;
  return (prefix: IdPrefix): string => (seed === undefined ? newId(prefix, now) : derivedId(prefix, seed, made++));
};

type Call = (context: RequestContext, commit: Commit, seed?: string) => Promise<unknown>;

export const callHandler = (endpoint: ServedEndpoint): Call => {
  const ports = portsOnce(endpoint.uses);
  return ({ now, caller, address, raw, cookies, input, loaded, log }, commit, seed) => {
    const ofRequest = { input, raw, caller, address, sessionCookie: sessionCookieFor(raw, cookies), log, commit };
    const own = { ...ofRequest, now, clock, sleep, newId: idSource(now, seed) };
    return endpoint.handle({ ...ports(), ...loaded, ...own });
  };
};

/** What a handler has the browser keep goes with its success alone. */
export const sendCookies: Step = {
  after: ({ response, context: { cookies } }) => {
    if (response && cookies.length > 0) response.cookies = cookies;
  },
};

/** Without an Idempotency-Key the handler is just called. */
export const oncePerIdempotencyKey =
  ({ output, showsSecret }: ServedEndpoint, call: Call): Handle =>
  async ({ requestContext: { http } }, context) => {
    const { idempotencyKey: key, caller, raw, now } = context;
    if (key === undefined) return json(200, output.parse(await call(context, plainCommit(sharedTable))));
    const sent = { method: http.method, path: http.path, body: raw.body.toString('utf8') };
    const request = { key, accountId: caller.accountId, ...sent, now, showsSecret };
    const { status, body } = await oncePerKey(sharedTable(), request, (commit, seed) => call(context, commit, seed));
    return json(status, status === 200 ? output.parse(body) : body);
  };
