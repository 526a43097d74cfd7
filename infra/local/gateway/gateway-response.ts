import type { ServerResponse } from 'node:http';
import { SAFE_HEADERS } from '#shared/runtime/http/safe-headers.ts';

export interface HttpAnswer {
  status: number;
  headers: [string, string | string[]][];
  /** Whole, or streamed in pieces. */
  body: Buffer | AsyncIterable<string>;
}

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;

export const jsonAnswer = (status: number, body: Plain): HttpAnswer & { body: Buffer } => ({
  status,
  headers: [...Object.entries(SAFE_HEADERS), ['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(body)),
});

export const internalServerError = (): HttpAnswer => jsonAnswer(500, { message: 'Internal Server Error' });

/** API Gateway's response to a function's result; a malformed result is a 500. */
export const answerOf = (result: unknown): HttpAnswer => {
  if (!isPlain(result) || result.statusCode === undefined) {
    const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    return { status: 200, headers: [['content-type', 'application/json']], body: Buffer.from(body) };
  }
  const { statusCode, headers = {}, cookies = [], body = '', isBase64Encoded } = result;
  const status = Number(statusCode);
  const wellFormed = Number.isInteger(status) && status >= 100 && status <= 599 && typeof body === 'string';
  if (!wellFormed || !isPlain(headers) || !Array.isArray(cookies)) return internalServerError();
  const plainHeaders = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    status,
    headers: cookies.length > 0 ? [...plainHeaders, ['set-cookie', cookies.map(String)]] : plainHeaders,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
};

/** Statuses that have no body, not even an empty one with a length. */
const BODILESS = new Set([204, 304]);

/** Reads all pieces even if the client has gone, as Lambda does. */
const writePieces = async (response: ServerResponse, pieces: AsyncIterable<string>): Promise<void> => {
  for await (const piece of pieces) if (!response.destroyed) response.write(piece);
};

/** Writes the whole answer but leaves the response open, so that the caller decides when it ends. */
export const writeAnswer = async (response: ServerResponse, { status, headers, body }: HttpAnswer): Promise<void> => {
  response.statusCode = status;
  for (const [name, value] of headers) response.setHeader(name, value);
  if (!Buffer.isBuffer(body)) return writePieces(response, body);
  if (!BODILESS.has(status)) response.setHeader('content-length', body.length);
  if (response.req.method === 'HEAD' || BODILESS.has(status)) response.flushHeaders();
  else response.write(body);
};
