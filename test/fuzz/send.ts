import { Agent, request as begin } from 'node:http';
import { type Holders, proofHeaders, WRONG_TOKEN } from '#test/fuzz/requests/proofs.ts';
import type { RealIds } from '#test/fuzz/requests/real-ids.ts';
import type { FuzzRequest } from '#test/fuzz/requests/request.ts';

export interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Far beyond what a starved machine needs. */
const PATIENCE_MS = 60_000;
/** Beyond it the server itself refuses. */
const HEADER_MAX_CHARACTERS = 8_000;
const SHOWN_CHARACTERS = 600;

const agent = new Agent({ keepAlive: true });

/** A text as it stands in a URL; half a surrogate pair cannot. */
const inUrl = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Node sends visible characters alone. */
const inHeader = (text: string): string => text.replace(/[^!-~ ]/g, '?').slice(0, HEADER_MAX_CHARACTERS);

const bodyText = ({ body }: FuzzRequest): string | undefined => {
  if (!body) return undefined;
  return 'text' in body ? body.text : JSON.stringify(body.value);
};

/** What goes over the wire, with real ids. */
export const toSent = (request: FuzzRequest, holders: Holders, ids: RealIds): Sent => {
  const { operation, path, query, headers } = request;
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => inUrl(ids.fill(path[name] ?? '')));
  const search = query.map(([name, value]) => `${inUrl(name)}=${inUrl(ids.fill(value))}`).join('&');
  const text = bodyText(request);
  const body = text === undefined ? undefined : ids.fill(text);
  return {
    method: operation.method,
    target: search === '' ? target : `${target}?${search}`,
    headers: {
      ...proofHeaders(request, body ?? '', holders),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inHeader(value)])),
    },
    body,
  };
};

export const send = (baseUrl: string, { method, target, headers, body }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body, 'utf8');
    const outgoing = begin(`${baseUrl}${target}`, {
      agent,
      method,
      headers: { ...headers, ...(bytes && { 'content-length': String(bytes.byteLength) }) },
      timeout: PATIENCE_MS,
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error('No answer came.')));
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    outgoing.end(bytes);
  });

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const shownHeader = (name: string, value: string): string => {
  if (name === 'cookie') return '-H "cookie: $COOKIE"';
  if (name === 'authorization' && !value.includes(WRONG_TOKEN)) return '-H "authorization: Bearer $TOKEN"';
  return `-H ${quoted(`${name}: ${value}`)}`;
};

/** A line for a shell that has TOKEN, COOKIE and BASE; long bodies are cut. */
export const toCurl = ({ method, target, headers, body }: Sent): string => {
  const shown = Object.entries(headers).map(([name, value]) => shownHeader(name, value));
  const text = body === undefined ? [] : [`--data-binary ${quoted(body)}`];
  const line = ['curl', '-i', '-X', method, `"$BASE"${quoted(target)}`, ...shown, ...text].join(' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}… (${line.length} characters)` : line;
};
