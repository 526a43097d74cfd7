/** One problem with a request: the field, and the rule that it breaks. */
export interface Issue {
  path: string;
  message: string;
}

/**
 * An error whose message goes to the client; `details` become top-level fields of the response body.
 * Any other thrown error is our fault: the client gets a 500 without a cause.
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
