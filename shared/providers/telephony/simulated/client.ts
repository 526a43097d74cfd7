import { DIAL_REPLY_DEADLINE_MS } from '#shared/ports/telephony.ts';

/** Failures before a byte of the request was sent, so the carrier cannot have seen it. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

export type Body = Record<string, unknown>;

export interface Answer {
  status: number;
  body: Body;
}

export interface CarrierAddress {
  carrierUrl: string;
  deadlineMs?: number | undefined;
}

/** Sends one request without retries; with a body it is a POST. Rejects without a complete reply by the deadline. */
export type CarrierRequest = (path: string, parts?: { query?: Query; body?: Body }) => Promise<Answer>;
type Query = Record<string, string | undefined>;

/** The JSON object in a reply; `{}` if there is none, because the status says enough. */
const asBody = (text: string): Body => {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? (value as Body) : {};
  } catch {
    return {};
  }
};

export const carrierRequest =
  ({ carrierUrl, deadlineMs = DIAL_REPLY_DEADLINE_MS }: CarrierAddress): CarrierRequest =>
  async (path, { query = {}, body } = {}) => {
    const url = new URL(carrierUrl.replace(/\/$/, '') + path);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    const response = await fetch(url, {
      signal: AbortSignal.timeout(deadlineMs),
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, body: asBody(await response.text()) };
  };

export const reasonOf = ({ status, body }: Answer): string =>
  typeof body.message === 'string' ? body.message : `The carrier answered with status ${status}.`;

/** Why there was no answer, and whether the carrier cannot have seen the request. */
export const failureOf = (error: unknown): { nothingSent: boolean; reason: string } => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  const nothingSent = cause?.code !== undefined && NOTHING_SENT.has(cause.code);
  return { nothingSent, reason: `The carrier could not be reached: ${cause?.message || cause?.code || message}.` };
};

/** @throws Error with the carrier's reason when it refused. */
export const expectSuccess = (answer: Answer): Body => {
  if (answer.status >= 300) throw new Error(`The carrier refused the request: ${reasonOf(answer)}`);
  return answer.body;
};

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
