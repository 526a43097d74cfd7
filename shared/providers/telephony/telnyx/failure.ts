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
export type Problem = z.output<typeof Problem>;

export interface TelnyxFailure {
  /** Undefined when there was no answer. */
  status: number | undefined;
  problems: Problem[];
  /** Telnyx cannot have seen the request. */
  nothingSent: boolean;
  /** Readable text without phone numbers. */
  reason: string;
}

/** Phone numbers and keys. */
const PRIVATE = /\+?\d{7,}|\bKEY[\w-]+/g;
/** Characters of a reply in plain text that are its words; a page in HTML has none. */
const TEXT_MAX_CHARS = 300;

/** A reply without JSON, which a gateway of the carrier may send, is one problem without a code. */
const problemInText = (error: APIError): Problem[] => {
  const title = error.error === undefined ? error.message.replace(/^\d{3} /, '').trim() : '';
  const isText = !title.includes('<') && !title.endsWith('status code (no body)');
  return isText && title ? [{ code: '', title: title.slice(0, TEXT_MAX_CHARS), detail: '', source: {} }] : [];
};

const problemsOf = (error: APIError): Problem[] =>
  ErrorBody.safeParse(error.error).data?.errors ?? problemInText(error);

const wordsOf = ({ code, title, detail, source }: Problem): string => {
  const place = source.pointer || source.parameter;
  const about = [title, code && `(${code})`, place && `at ${place}`].filter(Boolean).join(' ');
  const further = detail.slice(0, TEXT_MAX_CHARS).replace(/\.$/, '');
  return (further && further !== title ? `${about}: ${further}` : about).replace(PRIVATE, '…');
};

const describe = (status: number, problems: Problem[]): string =>
  `Telnyx answered ${[status, ...problems.map(wordsOf)].join(', ')}.`;

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
