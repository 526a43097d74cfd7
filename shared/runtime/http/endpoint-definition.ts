import type * as z from 'zod';
import type { Role } from '#shared/domain/account/role.ts';
import type { Capability, Needs, Ports } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import type { Loaded, LoadList } from './load-resources.ts';
import type { SessionCookie } from './session-cookie.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The bytes of a request as they arrived, for signatures. */
export interface RawRequest {
  headers: Record<string, string | undefined>;
  /** As they came: `name=value`. */
  cookies: readonly string[];
  body: Buffer;
}

export type Fields = z.ZodObject;
export type NoFields = z.ZodObject<Record<never, never>>;
/** An empty object's type would forbid every other field, so it is left out of the intersection. */
type Parsed<F extends Fields> = keyof F['shape'] extends never ? unknown : z.output<F>;
export type Sent<F extends Fields> = keyof F['shape'] extends never ? unknown : z.input<F>;
export type Merge<P extends Fields, Q extends Fields, B extends Fields> = Parsed<P> & Parsed<Q> & Parsed<B>;

/** Writes and answers in one step: an Idempotency-Key record is committed in the same transaction as `operations`. */
export type Commit = <Body>(operations: WriteOperation[], body: Body) => Promise<Body>;

type EndpointContext<Input, Loads, Uses extends Capability> = Ports<Uses> &
  Loaded<Input, Loads> &
  Needs<'now' | 'clock' | 'sleep' | 'newId' | 'log'> & {
    input: Input;
    /** As it arrived. */
    raw: RawRequest;
    /** The caller. Endpoints without bearer authentication must not read it. */
    caller: Caller;
    /** The network address of whoever sent the request. */
    address: string;
    sessionCookie: SessionCookie;
    commit: Commit;
  };

/** The ports that signatures are verified with. No other port is built before the signature is known to be genuine. */
type ProofCapability = `secret:${string}` | 'carrierWebhook';
type Proof<Uses extends Capability> = Ports<Extract<Uses, ProofCapability>> & { now: Date };

/**
 * Rules that a field's schema cannot express, because they depend on the time, the caller or the environment. They are applied
 * together with the schemas, before anything is loaded. A rule answers what is wrong, in words that follow the field's
 * name, or null. `path` holds what stands in the request's path, as it was sent.
 */
export type FieldRules<F extends Fields> = {
  [Name in keyof z.output<F>]?: (
    value: z.output<F>[Name],
    now: Date,
    caller: Caller,
    path: Readonly<Record<string, unknown>>,
  ) => string | null;
};

type NamedAuth = 'bearer' | 'session' | 'signIn' | 'none';

/** Requests a second, and at one moment. */
export interface RouteThrottle {
  requestsPerSecond: number;
  burst: number;
}

export interface EndpointDefinition<
  P extends Fields,
  Q extends Fields,
  B extends Fields,
  O extends z.ZodType,
  Loads extends LoadList<Merge<P, Q, B>>,
  Uses extends Capability,
> {
  method: Method;
  path: `/${string}`;
  summary: string;
  description?: string;
  /** Groups endpoints in the documentation. */
  tag: string;
  /** The least role that may use it; null where no key is asked for, or any will do. */
  role: Role | null;
  params?: P;
  /** A DELETE may carry these fields in a JSON body instead; what stands in both must not differ. */
  query?: Q;
  body?: B;
  bodyRules?: FieldRules<B>;
  /** The response body; what is not declared here is stripped from the answer. */
  output: O;
  /** Statuses beyond those every endpoint has (400, 401, 429, 500). */
  errors?: readonly (403 | 404 | 409 | 429)[];
  /**
   * `bearer` by default: a token, or else the cookie of a session. `session` takes the cookie alone. `signIn` takes what
   * stands in the body, from pages of our own origin and from programs. A function verifies a signature over the raw
   * request instead, at the time of its arrival; false is a 401.
   */
  auth?: NamedAuth | ((request: RawRequest, proof: Proof<Uses>) => boolean | Promise<boolean>);
  /**
   * Resources named by id in the input, loaded before `handle` runs. Here, and only here, an unknown id becomes 404, a
   * resource of another account 403 and one of another team 400.
   */
  loads?: Loads;
  uses: readonly Uses[];
  /** The route's own limit of requests, apart from the one that all others share: who sends them is no customer. */
  throttle?: RouteThrottle;
  /** Concurrent runs that no other function can take away, and the most that it gets. */
  reservedConcurrency?: number;
  /** Its response shows a secret, once: no Idempotency-Key keeps it, and a repeated request is a 409. */
  showsSecret?: boolean;
  handle(context: EndpointContext<Merge<P, Q, B>, Loads, Uses>): Promise<z.input<O>>;
}

/** A definition once its types have done their work: what serves it, and what CDK, OpenAPI and the tests read. */
export interface ServedEndpoint
  extends Omit<EndpointDefinition<Fields, Fields, Fields, z.ZodType, object, Capability>, 'auth' | 'handle'> {
  auth?: NamedAuth | ((request: RawRequest, proof: { now: Date }) => boolean | Promise<boolean>);
  handle(context: EndpointContext<Record<string, unknown>, object, never>): Promise<unknown>;
}
