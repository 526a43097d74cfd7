import { Agent, type IncomingMessage, request as send } from 'node:http';
import type { WireRequest } from '#test/deployed/iam/needs.ts';

/** Requests to AWS, and how they are passed on unread. */

export interface WireReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const CREDENTIAL = /Credential=([^,\s]+)/;
/** Of one connection, so they are not passed on. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

/** Whose request it is and for which service, by the scope of its signature; undefined for one that is not signed. */
export const signerOf = ({
  headers,
  url = '/',
}: IncomingMessage): { accessKeyId: string; service: string } | undefined => {
  const query = new URL(url, 'http://127.0.0.1').searchParams;
  const credential = CREDENTIAL.exec(headers.authorization ?? '')?.[1] ?? query.get('X-Amz-Credential') ?? '';
  const [accessKeyId, , , service] = credential.split('/');
  return accessKeyId && service ? { accessKeyId, service } : undefined;
};

export const wireRequestOf = (request: IncomingMessage, service: string, body: Buffer): WireRequest => {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const target = request.headers['x-amz-target'];
  return { service, method: request.method ?? 'GET', path, query, target: target && String(target), body };
};

const jsonError = (status: number, body: object, headers: Record<string, string> = {}): WireReply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** A refusal in the words and the protocol of a service. */
export const refusal = (service: string, code: string, message: string): WireReply => {
  if (service === 's3') {
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code.replace('Exception', '')}</Code><Message>${message}</Message></Error>`;
    return { status: 403, headers: { 'content-type': 'application/xml' }, body: Buffer.from(body) };
  }
  if (service === 'scheduler') return jsonError(403, { Message: message }, { 'x-amzn-errortype': code });
  return jsonError(service === 'sqs' ? 403 : 400, { __type: `com.amazon.coral.service#${code}`, message });
};

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Passes a request on with its signature, and answers the reply. */
export const passOn = (backend: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<WireReply> =>
  new Promise((resolve, reject) => {
    const passed = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
    const { hostname, port } = new URL(backend);
    const outgoing = send(
      {
        agent,
        hostname,
        port,
        method,
        path: url,
        headers: { ...Object.fromEntries(passed), 'content-length': body.length },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        const kept = Object.entries(reply.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
        const replied = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
        reply
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .once('error', reject)
          .once('end', () =>
            resolve({ status: reply.statusCode ?? 500, headers: replied, body: Buffer.concat(chunks) }),
          );
      },
    );
    outgoing.once('error', reject).end(body);
  });
