/** One problem with a request: where it is and which rule it breaks. */
export interface Issue {
  path: string;
  message: string;
}

/**
 * A refusal with the words for the client. `details` are extra top-level fields of the response body.
 * Anything thrown that is not a Refusal is a fault of ours: the client gets a 500 without a cause.
 */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413;
  readonly details: Record<string, unknown>;

  constructor(status: Refusal['status'], message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
  }
}

export const invalid = (issues: Issue[]): Refusal =>
  new Refusal(400, issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '), { issues });

export const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized');

export const forbidden = (): Refusal => new Refusal(403, 'Forbidden');

export const notFound = (what: string): Refusal => new Refusal(404, `${what} does not exist.`);

export const conflict = (message: string, details: Record<string, unknown> = {}): Refusal =>
  new Refusal(409, message, details);
