import type { IncomingMessage, ServerResponse } from 'node:http';
import { close, listen, readBytes } from '#infra/local/process/json-http.ts';
import { serverForPrograms } from '#infra/local/process/loopback.ts';
import { kindOf, type ReceivedRequest, type VerificationKeys, verificationProblem } from './webhook-verification.ts';

/** A status, or no answer: the connection stays open (`hang`) or is closed. */
export type ReceiverAnswer = number | 'hang' | 'close';

export const ACCEPTED = 200;
const NOT_VERIFIED = 401;

export interface ReceivedEvent extends ReceivedRequest {
  at: Date;
  path: string;
  /** Undefined without a signature. */
  kind: ReturnType<typeof kindOf>;
  id: string;
  type: string;
  /** Why it is not genuine; null if it is. */
  problem: string | null;
  /** Its id was accepted before. */
  isDuplicate: boolean;
  answer: ReceiverAnswer;
}

export interface WebhookReceiver {
  url: string;
  /** Everything that arrived, oldest first. */
  received: ReceivedEvent[];
  /** Sets the answer to genuine events from now on; others always get a 401. */
  answerWith(answer: ReceiverAnswer): void;
  stop(): Promise<void>;
}

interface ReceiverOptions {
  /** 0 lets the system choose. */
  port: number;
  /** Called at every event, so that a rotation is noticed. */
  keys(): VerificationKeys | Promise<VerificationKeys>;
  answer?: ReceiverAnswer;
  onEvent?(event: ReceivedEvent): void;
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const typeOf = (body: Buffer): string => {
  try {
    return String((JSON.parse(body.toString('utf8')) as { type?: unknown } | null)?.type ?? '');
  } catch {
    return '';
  }
};

const reply = (response: ServerResponse, answer: ReceiverAnswer): void => {
  if (answer === 'hang') return;
  if (answer === 'close') response.destroy();
  else response.writeHead(answer, isRedirect(answer) ? { location: '/redirected' } : {}).end();
};

/** Receives events on the loopback address at any path, verifies and keeps them; marks repeated ids as duplicates. */
export const startWebhookReceiver = async (options: ReceiverOptions): Promise<WebhookReceiver> => {
  const { port, keys, onEvent } = options;
  const received: ReceivedEvent[] = [];
  const accepted = new Set<string>();
  let next: ReceiverAnswer = options.answer ?? ACCEPTED;

  const receive = async (request: IncomingMessage): Promise<ReceivedEvent> => {
    const { headers, url: path = '/' } = request;
    const body = await readBytes(request);
    const id = String(headers['webhook-id'] ?? '');
    const problem = verificationProblem({ headers, body }, await keys());
    const answer = problem === null ? next : NOT_VERIFIED;
    const isDuplicate = accepted.has(id);
    if (answer === ACCEPTED) accepted.add(id);
    const at = new Date();
    return { at, path, headers, body, kind: kindOf(headers), id, type: typeOf(body), problem, isDuplicate, answer };
  };

  const server = serverForPrograms((request, response) => {
    receive(request)
      .then((event) => {
        received.push(event);
        onEvent?.(event);
        reply(response, event.answer);
      })
      .catch(() => response.destroy());
  });
  const actualPort = await listen(server, port);
  return {
    url: `http://127.0.0.1:${actualPort}`,
    received,
    answerWith: (answer) => {
      next = answer;
    },
    stop: () => close(server),
  };
};
