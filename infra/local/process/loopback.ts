import { createServer, Server as HttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { Server } from 'node:net';
import { LOCAL_CREDENTIALS } from './local-aws.ts';
import { signatureVerifier } from './signature-v4.ts';

/**
 * Who may talk to the parts of the service on this machine. They listen on the loopback address, where still every
 * user's programs and every web page in a browser could reach them.
 */

const LOOPBACK_ADDRESS = '127.0.0.1';
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const EVERY_ADDRESS = ['0.0.0.0', '::', ''];

export const isLoopbackName = (hostname: string): boolean => LOOPBACK_NAMES.includes(hostname.toLowerCase());

/**
 * Whether a request names this machine, or one of the other names. A web page can have its own name resolve to the
 * loopback address (DNS rebinding), but not keep the browser from sending that name.
 */
export const isMeantForHere = ({ headers }: IncomingMessage, otherNames: readonly string[] = []): boolean => {
  const hostname = (headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
  return isLoopbackName(hostname) || otherNames.includes(hostname);
};

/** Why a part of the service refuses a request. */
interface Refusal {
  status: number;
  reason: string;
}

type RefusalOf = (request: IncomingMessage) => Refusal | undefined;

const refusalByName: RefusalOf = (request) =>
  isMeantForHere(request)
    ? undefined
    : { status: 421, reason: `Only ${LOOPBACK_NAMES.join(', ')} are names of this machine.` };

/** Programs name no origin, and no page of a browser has any business here. */
const refusalOfPages: RefusalOf = (request) =>
  refusalByName(request) ??
  (request.headers.origin === undefined ? undefined : { status: 403, reason: 'Web pages are refused.' });

const refusalOfStrangers = (secretAccessKey: string): RefusalOf => {
  const isSigned = signatureVerifier(secretAccessKey);
  const refusal = { status: 403, reason: 'The request is not signed with the credentials of this start.' };
  return (request) => refusalByName(request) ?? (isSigned(request, Date.now()) ? undefined : refusal);
};

const refusing =
  (refusalOf: RefusalOf, listener: RequestListener): RequestListener =>
  (request, response) => {
    const refusal = refusalOf(request);
    if (!refusal) return listener(request, response);
    const { status, reason } = refusal;
    const body = JSON.stringify({ __type: 'AccessDeniedException', code: 'refused', message: reason });
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body);
  };

/** A server for the programs of this machine: web pages and names that merely resolve to it are refused. */
export const serverForPrograms = (listener: RequestListener): HttpServer =>
  createServer(refusing(refusalOfPages, listener));

/** A server for AWS clients that have this start's credentials. */
export const serverForAwsClients = (listener: RequestListener): HttpServer =>
  createServer(refusing(refusalOfStrangers(LOCAL_CREDENTIALS.secretAccessKey), listener));

/** Lets only AWS clients with the secret into a server that somebody else made. */
const admitAwsClientsOnly = (server: HttpServer, secretAccessKey: string): void => {
  const refusalOf = refusalOfStrangers(secretAccessKey);
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', refusing(refusalOf, listener));
};

const isEveryAddress = (options: unknown): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'port' in options &&
  EVERY_ADDRESS.includes(String(Reflect.get(options, 'host') ?? ''));

/**
 * Starts a server of a package that listens on every address and checks nobody: it listens on the loopback address
 * instead, and only AWS clients with the secret of this start are let in. Answers the server too.
 */
export const startedOnLoopback = async <Started>(
  start: () => Promise<Started>,
  secretAccessKey: string,
): Promise<{ started: Started; server: HttpServer }> => {
  const { listen } = Server.prototype;
  const found: HttpServer[] = [];
  Server.prototype.listen = function (this: Server, ...given: Parameters<typeof listen>) {
    const [options, ...more] = given;
    if (!isEveryAddress(options)) return listen.apply(this, given);
    if (this instanceof HttpServer) found.push(this);
    return listen.apply(this, [{ ...(options as object), host: LOOPBACK_ADDRESS }, ...more] as never);
  } as typeof listen;
  try {
    const started = await start();
    const [server] = found;
    if (server === undefined || found.length > 1) throw new Error('The package listens otherwise than is known.');
    admitAwsClientsOnly(server, secretAccessKey);
    return { started, server };
  } finally {
    Server.prototype.listen = listen;
  }
};
