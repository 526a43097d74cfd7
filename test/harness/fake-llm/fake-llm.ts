import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#infra/local/process/json-http.ts';
import type { ModelProvider } from '#shared/ports/language-models.ts';
import { sleep, turn } from '#test/harness/time/timers.ts';
import { anthropic } from './anthropic.ts';
import { groq, openai } from './chat-completions.ts';
import type { AskedOfLlm, Dialect, Incoming } from './dialect.ts';
import { google } from './google.ts';
import { xai } from './xai.ts';

const DIALECTS: Record<ModelProvider, Dialect> = { openai, anthropic, google, groq, xai };

/** The only key that a vendor accepts. */
export const keyOf = (provider: ModelProvider): string => `sk-fake-${provider}-0123456789`;

export const USAGE = { inputTokens: 41, outputTokens: 7 };

/**
 * How a request is met. `text`: answered, in a stream piece by piece, with `pauseMs` after each and `sentencePauseMs`
 * after each sentence, if given. `status`:
 * refused. `raw`: answered with this body. `hang`: never answered. `breakOff`: a stream that stops after its first
 * piece, with the connection closed or left open.
 */
export type LlmManner =
  | { text: string; pauseMs?: number; sentencePauseMs?: number }
  | { status: number; words?: string; code?: string }
  | { raw: string }
  | { hang: true }
  | { breakOff: 'closed' | 'open'; text: string };

type AnyManner = LlmManner | ((asked: AskedOfLlm) => LlmManner);

export interface FakeLlm {
  baseUrls: Record<ModelProvider, string>;
  /** The requests received, oldest first. */
  asked: AskedOfLlm[];
  /** The number of connections ever made. */
  connections(): number;
  /** The number of requests whose client left before the answer ended. */
  givenUp(): number;
  /** Resolves with the next such request. */
  nextGivenUp(): Promise<void>;
  /** Sets how the next requests are met, one each; the last manner meets all that follow. */
  will(...manners: AnyManner[]): void;
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<Incoming['body']> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
};

const PIECE = /\S+\s*/g;

const ENDS_SENTENCE = /[.!?] +"/;

const stream = async (
  response: ServerResponse,
  events: string[],
  { pauseMs, sentencePauseMs }: { pauseMs?: number; sentencePauseMs?: number } = {},
): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    response.write(event);
    // Each event travels in its own segment, as from a writing model.
    const afterMs = ENDS_SENTENCE.test(event) ? (sentencePauseMs ?? pauseMs) : pauseMs;
    await (afterMs === undefined ? turn() : sleep(afterMs));
  }
};

const json = (response: ServerResponse, status: number, body: string): void => {
  // The SDK would wait two seconds before a retry without the header.
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' }).end(body);
};

const meet = async (response: ServerResponse, asked: AskedOfLlm, manner: LlmManner): Promise<void> => {
  const dialect = DIALECTS[asked.provider];
  if ('hang' in manner) return;
  if ('raw' in manner) return json(response, 200, manner.raw);
  if ('status' in manner) {
    const body = dialect.error(manner.status, manner.words ?? 'Something is wrong.');
    if (manner.code) body.error = { ...body.error, code: manner.code };
    return json(response, manner.status, JSON.stringify(body));
  }
  const model = String(asked.model);
  if (!asked.isStreamed) return json(response, 200, JSON.stringify(dialect.whole(manner.text, USAGE, model)));
  const pieces = manner.text.match(PIECE) ?? [];
  const events = dialect.streamed(pieces, USAGE, model);
  if (!('breakOff' in manner)) {
    await stream(response, events, manner);
    response.end();
    return;
  }
  const first = JSON.stringify(pieces[0]).slice(1, -1);
  await stream(response, events.slice(0, events.findIndex((event) => event.includes(first)) + 1));
  if (manner.breakOff === 'closed') response.destroy();
};

/** An HTTP server with the interfaces of all five vendors, each under its own base URL. */
export const startFakeLlm = async (): Promise<FakeLlm> => {
  const asked: AskedOfLlm[] = [];
  let manners: AnyManner[] = [{ text: 'Of course.' }];
  let connections = 0;
  let givenUp = 0;
  let next = Promise.withResolvers<void>();
  const noteGivenUp = (): void => {
    givenUp += 1;
    next.resolve();
    next = Promise.withResolvers();
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    const [provider, dialect] =
      (Object.entries(DIALECTS) as [ModelProvider, Dialect][]).find(([, { serves }]) => serves(path)) ?? [];
    if (!provider || !dialect) return json(response, 404, '{"error":{"message":"No such route"}}');
    const read: AskedOfLlm = { provider, path, body, ...dialect.read({ path, headers: request.headers, body }) };
    asked.push(read);
    if (read.key !== keyOf(provider)) {
      return json(response, 401, JSON.stringify(dialect.error(401, `Incorrect API key provided: ${read.key}`)));
    }
    const manner = (manners.length > 1 ? manners.shift() : manners[0]) as AnyManner;
    await meet(response, read, typeof manner === 'function' ? manner(read) : manner);
  };

  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) noteGivenUp();
    });
    serve(request, response).catch((error) => json(response, 500, JSON.stringify({ error: String(error) })));
  });
  server.on('connection', () => {
    connections += 1;
  });
  const origin = `http://127.0.0.1:${await listen(server, 0)}`;
  const addresses = Object.entries(DIALECTS).map(([provider, { root }]) => [provider, origin + root]);
  return {
    baseUrls: Object.fromEntries(addresses),
    asked,
    connections: () => connections,
    givenUp: () => givenUp,
    nextGivenUp: () => next.promise,
    will: (...others) => {
      manners = others;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
