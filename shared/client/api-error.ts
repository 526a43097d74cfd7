const wordsOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : 'no explanation';

/** The service refused or failed. `body` is the answer as it came: parsed when it is JSON, else its text. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  /** Identifies the request in the logs of the service; null when nothing behind the address set one. */
  readonly requestId: string | null;

  constructor(request: string, answer: { status: number; body: unknown; requestId: string | null }) {
    super(`${request} was answered with ${answer.status}: ${wordsOf(answer.body)}`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.body = answer.body;
    this.requestId = answer.requestId;
  }
}
