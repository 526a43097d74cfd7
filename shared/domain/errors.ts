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
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 429;
  readonly details: Record<string, unknown>;
  /** Headers of the response. */
  readonly headers: Record<string, string>;
  /** Whether a 409 stays the answer to its Idempotency-Key; one that holds for the moment only does not. */
  readonly isLasting: boolean;

  constructor(
    status: Refusal['status'],
    message: string,
    details: Record<string, unknown> = {},
    headers: Record<string, string> = {},
    isLasting = true,
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.details = details;
    this.headers = headers;
    this.isLasting = isLasting;
  }
}

/** Problems that one answer lists; a list of fifty thousand wrong entries would be larger than Lambda may answer. */
const ISSUES_MAX = 100;
const PATH_MAX_CHARS = 200;

/** The first problems, and how many more there are. Names of fields come from the client and are cut if need be. */
export const listedIssues = (issues: Issue[], max = ISSUES_MAX): Issue[] => {
  const listed = issues.slice(0, max).map(({ path, message }) => ({
    path: path.length > PATH_MAX_CHARS ? `${path.slice(0, PATH_MAX_CHARS)}…`.toWellFormed() : path,
    message,
  }));
  const more = issues.length - listed.length;
  return more > 0 ? [...listed, { path: '', message: `and ${more} more problems` }] : listed;
};

export const wordsOf = (issues: Issue[]): string =>
  issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');

export const invalid = (all: Issue[]): Refusal => {
  const issues = listedIssues(all);
  return new Refusal(400, wordsOf(issues), { issues });
};

export const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized');

/** The body of a 403 is fixed to the letter, so its words travel in headers. */
export const forbidden = (headers: Record<string, string> = {}): Refusal => new Refusal(403, 'Forbidden', {}, headers);

export const notFound = (what: string): Refusal => new Refusal(404, `${what} does not exist.`);

export const conflict = (message: string, details: Record<string, unknown> = {}): Refusal =>
  new Refusal(409, message, details);

/** A conflict that may be over in the next moment: the same request may be sent again, under its Idempotency-Key too. */
export const conflictNow = (message: string): Refusal => new Refusal(409, message, {}, {}, false);

/** @param retryAfterSeconds whole seconds, at least 1 */
export const tooManyRequests = (message: string, retryAfterSeconds: number): Refusal =>
  new Refusal(429, message, {}, { 'retry-after': String(retryAfterSeconds) });
