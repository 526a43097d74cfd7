import type * as z from 'zod';
import type { Capability } from '#shared/ports/capabilities.ts';
import type { LambdaHandler } from '#shared/runtime/http/chain.ts';
import type {
  EndpointDefinition,
  Fields,
  Merge,
  NoFields,
  Sent,
  ServedEndpoint,
} from '#shared/runtime/http/endpoint-definition.ts';
import type { LoadList } from '#shared/runtime/http/load-resources.ts';
import { serve } from '#shared/runtime/http/serve.ts';

/** The type-erased view of an endpoint: what the gateway, CDK, OpenAPI and the tests read. */
export interface Endpoint extends ServedEndpoint {
  kind: 'endpoint';
  handler: LambdaHandler;
}

/** An endpoint with the types of its input and output kept, for the typed client. */
type EndpointOf<Input, Output> = Endpoint & { readonly types?: { input: Input; output: Output } };

export const defineEndpoint = <
  O extends z.ZodType,
  const Uses extends Capability,
  P extends Fields = NoFields,
  Q extends Fields = NoFields,
  B extends Fields = NoFields,
  const Loads extends LoadList<Merge<P, Q, B>> = Record<never, never>,
>(
  definition: EndpointDefinition<P, Q, B, O, Loads, Uses>,
): EndpointOf<Sent<P> & Sent<Q> & Sent<B>, z.output<O>> => {
  const served = definition as ServedEndpoint;
  return { ...served, kind: 'endpoint', handler: serve(served) };
};
