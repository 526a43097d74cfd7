import type { JsonReply } from '#infra/local/process/json-http.ts';

/** An error as Telnyx answers it. */
export class TelnyxRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly pointer: string | undefined;

  constructor(status: number, code: string, title: string, { detail = title, pointer }: Explanation = {}) {
    super(title);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.pointer = pointer;
  }
}

interface Explanation {
  detail?: string;
  pointer?: string | undefined;
}

/** Seconds until the rate limit's window is over, as the documented header says it. */
const RATE_LIMIT_RESET_SECONDS = '60';

export const refusalReply = (error: unknown): JsonReply => {
  const refusal =
    error instanceof TelnyxRefusal
      ? error
      : new TelnyxRefusal(500, '10007', 'Unexpected error', { detail: `${error}` });
  const { status, code, message: title, detail, pointer } = refusal;
  const rateHeaders = {
    'x-ratelimit-limit': '150',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': RATE_LIMIT_RESET_SECONDS,
    'retry-after': RATE_LIMIT_RESET_SECONDS,
  };
  return {
    status,
    body: { errors: [{ code, title, detail, ...(pointer && { source: { pointer } }) }] },
    ...(status === 429 && { headers: rateHeaders }),
  };
};

export const notFound = (): TelnyxRefusal => new TelnyxRefusal(404, '10005', 'Resource not found');
