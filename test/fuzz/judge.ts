import type { FuzzRequest } from '#test/fuzz/requests/request.ts';
import type { ApiDocument } from './document.ts';
import { ruleInWordsOf } from './rules-in-words.ts';
import type { Answer } from './send.ts';

export interface Verdict {
  /** What is wrong with the answer; undefined where nothing is. */
  violation?: string;
  /** The rule that only words say, by which an allowed request was refused. */
  ruleInWords?: string;
  body: unknown;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A path that no operation has. */
const NO_OPERATION = 404;
/** The gateway refuses it before any operation is chosen. */
const TOO_LARGE_FOR_GATEWAY = 431;

const isRefusal = (body: unknown): boolean => {
  const { success, error } = body as { success?: unknown; error?: unknown };
  return success === false && typeof error === 'string';
};

const shapeProblem = (document: ApiDocument, { operation, aim }: FuzzRequest, answer: Answer, body: unknown) => {
  const { status, headers } = answer;
  if (status >= 500) return `an answer with status ${status}`;
  if (body === undefined) return `an answer that is not JSON, with status ${status}`;
  if (!String(headers['content-type']).startsWith('application/json')) return 'another content type than JSON';
  if (!headers['x-request-id']) return 'no x-request-id';
  const schema = operation.responses.get(status);
  if (!schema) {
    const isOutside = status === TOO_LARGE_FOR_GATEWAY || (aim !== 'allowed' && status === NO_OPERATION);
    return isOutside && isRefusal(body) ? undefined : `the status ${status}, which the document does not name`;
  }
  const problem = document.problemOf(schema, body);
  return problem && `an answer outside its schema, with status ${status}: ${problem}`;
};

const messagesOf = (body: unknown): string[] => {
  const { issues, error } = body as { issues?: { message: string }[]; error: string };
  return issues ? issues.map(({ message }) => message) : [error];
};

const judgeAllowed = ({ operation }: FuzzRequest, { status }: Answer, body: unknown): Verdict => {
  if (status === 401 && operation.proof !== 'none') return { body, violation: `a valid ${operation.proof} refused` };
  if (status !== 400 && status !== TOO_LARGE_FOR_GATEWAY) return { body };
  const messages = messagesOf(body);
  const untold = new Set(messages.filter((message) => ruleInWordsOf(message, operation.words) === undefined));
  if (untold.size > 0) return { body, violation: `a refusal of what the document allows: ${[...untold].join('; ')}` };
  const ruleInWords = ruleInWordsOf(messages[0] ?? '', operation.words);
  return ruleInWords === undefined ? { body, violation: 'a refusal without words' } : { body, ruleInWords };
};

const isLetIn = ({ proof }: FuzzRequest, { status }: Answer): boolean =>
  (proof === 'none' || proof === 'wrong') && status !== 401 && status !== TOO_LARGE_FOR_GATEWAY;

/** Accounts have no rate on a laptop. What is limited all the same says so. */
const isUntoldLimit = ({ operation }: FuzzRequest, { status }: Answer, body: unknown): boolean =>
  status === 429 && messagesOf(body).some((message) => ruleInWordsOf(message, operation.words) === undefined);

/** Holds an answer to the document, and to what the request aims at. */
export const judge = (document: ApiDocument, request: FuzzRequest, answer: Answer): Verdict => {
  const body = parsed(answer.text);
  const violation = shapeProblem(document, request, answer, body);
  if (violation) return { body, violation };
  if (isUntoldLimit(request, answer, body)) return { body, violation: 'a rate limit where none is set' };
  if (request.aim === 'allowed') return judgeAllowed(request, answer, body);
  const isMistaken = request.aim === 'forbidden' && (answer.status < 400 || isLetIn(request, answer));
  return { body, ...(isMistaken && { violation: `the status ${answer.status} although ${request.breaks}` }) };
};
