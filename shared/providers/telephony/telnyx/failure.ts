import { APIError } from 'telnyx/core/error';
import * as z from 'zod';

/** Thrown before anything was sent to Telnyx. */
export class NothingSent extends Error {}

/** Network errors before a byte of the request was sent, so Telnyx cannot have seen it. */
const NOTHING_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The body of an error: https://developers.telnyx.com/development/api-fundamentals/api-errors */
const Problem = z.object({
  code: z.coerce.string().catch(''),
  title: z.string().catch(''),
  detail: z.string().catch(''),
  source: z
    .object({ pointer: z.string().catch(''), parameter: z.string().catch('') })
    .partial()
    .catch({}),
});
const ErrorBody = z.object({ errors: z.array(Problem) });
type Problem = z.output<typeof Problem>;

export interface TelnyxFailure {
  /** Undefined when there was no answer. */
  status: number | undefined;
  problems: Problem[];
  /** Telnyx cannot have seen the request. */
  nothingSent: boolean;
  /** Readable text without phone numbers. */
  reason: string;
}

const PHONE_NUMBER = /\+?\d{7,}/g;

const problemsOf = (error: APIError): Problem[] => ErrorBody.safeParse(error.error).data?.errors ?? [];

const describe = (status: number, problems: Problem[]): string => {
  const words = problems.map(({ code, title }) => `${title} (${code})`.replace(PHONE_NUMBER, '…'));
  return `Telnyx answered ${[status, ...words].join(', ')}.`;
};

const hasCause = (error: unknown): error is { code?: unknown; cause?: unknown } =>
  typeof error === 'object' && error !== null;

/** The network's error code, which `fetch failed` wraps, which the SDK wraps. */
const networkCodeOf = (error: unknown): string | undefined => {
  for (let inner = error; hasCause(inner); inner = inner.cause) {
    if (typeof inner.code === 'string') return inner.code;
  }
  return undefined;
};

/** Describes a failed request; never contains the request or the key. */
export const failureOf = (error: unknown): TelnyxFailure => {
  if (error instanceof NothingSent) {
    return { status: undefined, problems: [], nothingSent: true, reason: error.message };
  }
  if (error instanceof APIError && error.status !== undefined) {
    const problems = problemsOf(error);
    return { status: error.status, problems, nothingSent: false, reason: describe(error.status, problems) };
  }
  const code = networkCodeOf(error);
  const nothingSent = code !== undefined && NOTHING_SENT.has(code);
  return {
    status: undefined,
    problems: [],
    nothingSent,
    reason: nothingSent ? `Telnyx could not be reached (${code}).` : 'Telnyx gave no complete answer in time.',
  };
};

export const hasCode = ({ problems }: TelnyxFailure, codes: ReadonlySet<string>): boolean =>
  problems.some(({ code }) => codes.has(code));

/** The error for callers; the SDK's own would quote Telnyx' reply, phone numbers included. */
export const telnyxError = (error: unknown): Error => new Error(failureOf(error).reason);
