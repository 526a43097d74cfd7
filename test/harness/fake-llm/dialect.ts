import type { ChatTurn, ModelProvider, TokenUsage } from '#shared/ports/language-models.ts';

/** A request in vendor-neutral words, for tests to inspect. */
export interface AskedOfLlm {
  provider: ModelProvider;
  path: string;
  key: string | undefined;
  model: unknown;
  temperature: unknown;
  maxTokens: unknown;
  instructions: string;
  turns: ChatTurn[];
  isStreamed: boolean;
  /** JSON schema of the answer, if the request has one. */
  schema: unknown;
  body: Json;
}

// biome-ignore lint/suspicious/noExplicitAny: vendors' JSON, read as a server reads it.
export type Json = any;

export interface Incoming {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Json;
}

/** One vendor's HTTP interface, as its reference documents it. */
export interface Dialect {
  /** The path at which the vendor's base URL ends. */
  root: string;
  serves(path: string): boolean;
  read(request: Incoming): Omit<AskedOfLlm, 'provider' | 'path' | 'body'>;
  whole(text: string, usage: TokenUsage, model: string): Json;
  /** Server-sent events. */
  streamed(pieces: string[], usage: TokenUsage, model: string): string[];
  error(status: number, words: string): Json;
}

export const bearer = ({ headers }: Incoming): string | undefined => headers.authorization?.toString().slice(7);

/** A message's content is a text or a list of parts. */
export const textOf = (content: Json): string =>
  typeof content === 'string' ? content : content.map(({ text }: { text: string }) => text).join('');

export const event = (data: Json, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
