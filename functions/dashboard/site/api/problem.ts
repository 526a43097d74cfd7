import { ApiError } from '#shared/client/api-error.ts';

/** What went wrong, as a person is told it. */
export interface Problem {
  words: string;
  /** What is wrong with fields of the request, by their names. */
  issues: ReadonlyMap<string, string>;
  /** HTTP status; null where there was no answer. */
  status: number | null;
}

const NO_ANSWER = 'The service did not answer. Check the connection; it may have been done all the same.';
const NOT_ALLOWED =
  'This is not in your account, or your API key may not do it. Someone with a key of the role "full" may do everything.';

interface RefusalBody {
  error?: unknown;
  issues?: { path: string; message: string }[];
}

const bodyOf = ({ body }: ApiError): RefusalBody => (typeof body === 'object' && body !== null ? body : {});

const wordsOf = (error: ApiError, body: RefusalBody): string => {
  if (error.status === 403 && body.error === 'Forbidden') return NOT_ALLOWED;
  return typeof body.error === 'string' ? body.error : `The service answered with status ${error.status}.`;
};

/** The problem behind whatever a call of the client threw. */
export const problemOf = (error: unknown): Problem => {
  if (!(error instanceof ApiError)) return { words: NO_ANSWER, issues: new Map(), status: null };
  const body = bodyOf(error);
  const issues = new Map((body.issues ?? []).map(({ path, message }) => [path, message]));
  return { words: wordsOf(error, body), issues, status: error.status };
};

/** Whether repeating the request might have its effect twice: nobody knows whether it had it. */
export const isUnknown = ({ status }: Problem): boolean => status === null || status >= 500;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The server's rule as a sentence about a labelled field. */
export const issueSentence = (label: string, message: string): string => sentence(`${label} ${message}`);
