import { setTimeout as sleep } from 'node:timers/promises';
import { wholeSentences } from '#shared/domain/conversation/sentences.ts';
import type { LanguageModels, ReplyRequest, TokenUsage } from '#shared/ports/language-models.ts';
import { scriptedExtraction } from './scripted-extraction.ts';
import { scriptedReply } from './scripted-reply.ts';

/** The vendors' rule of thumb for English. */
const TOKENS_PER_WORD = 4 / 3;
const WORDS_PER_PIECE = 4;

const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

const tokensOf = (...texts: string[]): number =>
  Math.ceil(texts.reduce((count, text) => count + wordsOf(text).length, 0) * TOKENS_PER_WORD);

const replyTo = ({ instructions, turns, maxTokens }: ReplyRequest): { text: string } & TokenUsage => {
  const words = wordsOf(scriptedReply(instructions, turns));
  const text = words
    .slice(0, Math.max(Math.floor(maxTokens / TOKENS_PER_WORD), 1))
    .join('')
    .trim();
  return {
    text,
    inputTokens: tokensOf(instructions, ...turns.map((turn) => turn.text)),
    outputTokens: tokensOf(text),
  };
};

const sentencesOf = (text: string): string[] => {
  const sentences: string[] = [];
  for (const word of wordsOf(text)) {
    const begun = sentences.at(-1) ?? '';
    if (begun === '' || wholeSentences(begun) === begun.length) sentences.push(word);
    else sentences.push(`${sentences.pop()}${word}`);
  }
  return sentences;
};

async function* inPieces(text: string, sentencePauseMs: number, signal?: AbortSignal): AsyncGenerator<string> {
  for (const [index, sentence] of sentencesOf(text).entries()) {
    if (index > 0 && sentencePauseMs > 0) await sleep(sentencePauseMs, undefined, { signal });
    const words = wordsOf(sentence);
    for (let start = 0; start < words.length; start += WORDS_PER_PIECE) {
      yield words.slice(start, start + WORDS_PER_PIECE).join('');
    }
  }
}

interface ScriptedSettings {
  /** How long a stream pauses before each further sentence. */
  sentencePauseMs?: number;
}

/** Language models without network or key; the same request always gets the same answer, for any choice. */
export const scriptedModels = ({ sentencePauseMs = 0 }: ScriptedSettings = {}): LanguageModels => ({
  reply: async (request) => replyTo(request),

  stream(request) {
    const { text, ...usage } = replyTo(request);
    return { text: inPieces(text, sentencePauseMs, request.signal), usage: Promise.resolve(usage) };
  },

  async extract({ instructions, prompt, schema }) {
    const output = scriptedExtraction({ instructions, prompt }, schema);
    return { output, inputTokens: tokensOf(instructions, prompt), outputTokens: tokensOf(JSON.stringify(output)) };
  },

  isOffline: async () => true,
});
