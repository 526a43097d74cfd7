import type { IncomingMessage } from 'node:http';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';
import { serverForAwsClients } from '#infra/local/process/loopback.ts';
import { type Known, needsOf, type WireRequest } from '#test/deployed/iam/needs.ts';
import { allows, type Need, type Statement } from '#test/deployed/iam/policy.ts';
import { passOn, refusal, signerOf, type WireReply, wireRequestOf } from './wire.ts';

/** Who asks AWS: a function, a service that assumed a role, or whoever operates the account. */
export interface Principal {
  name: string;
  /** Undefined for the account's operator, who may do everything. */
  statements: readonly Statement[] | undefined;
}

/** Where requests to a service go: an address, or code that answers here. */
type Backend = string | ((request: WireRequest) => WireReply);

interface PolicyProxyOptions {
  /** By the name of the service in signatures. */
  backends: Record<string, Backend>;
  known: Known;
  /** By access key id. */
  principals: ReadonlyMap<string, Principal>;
  onGrant(principal: string, need: Need): void;
  onDenial(principal: string, need: Need): void;
  /** Something that the emulation does not understand. */
  onGap(what: string): void;
}

export interface PolicyProxy {
  url: string;
  stop(): Promise<void>;
}

const deniedWords = (principal: string, { action, resource }: Need): string =>
  `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

const answer = async (request: IncomingMessage, options: PolicyProxyOptions): Promise<WireReply> => {
  const { backends, known, principals, onGrant, onDenial } = options;
  const body = await readBytes(request);
  const signer = signerOf(request);
  const principal = signer && principals.get(signer.accessKeyId);
  if (!principal) throw new Error(`${request.method} ${request.url} is signed by nobody that is known.`);
  const wire = wireRequestOf(request, signer.service, body);
  const { name, statements } = principal;
  const needs = statements ? needsOf(wire, known) : [];
  const denied = needs.find((need) => !allows(statements ?? [], need));
  if (denied) {
    onDenial(name, denied);
    return refusal(wire.service, 'AccessDeniedException', deniedWords(name, denied));
  }
  for (const need of needs) onGrant(name, need);
  const backend = backends[wire.service];
  if (!backend) throw new Error(`${name} asks ${wire.service}, which is not emulated.`);
  return typeof backend === 'string' ? passOn(backend, request, body) : backend(wire);
};

/**
 * The one address of AWS for all functions. It knows who asks by the access key id, and answers AccessDenied for
 * whatever the templates' policies do not grant. All keys share one secret, so signatures hold at the backends, too.
 */
export const openPolicyProxy = async (options: PolicyProxyOptions): Promise<PolicyProxy> => {
  const server = serverForAwsClients((request, response) => {
    answer(request, options)
      .catch((error: Error) => {
        if (request.complete) options.onGap(error.message);
        return refusal('', 'ValidationException', error.message);
      })
      .then(({ status, headers, body }) =>
        response.writeHead(status, { ...headers, 'content-length': body.length }).end(body),
      );
  });
  server.keepAliveTimeout = 0;
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) };
};
