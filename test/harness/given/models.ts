import type { LanguageModels } from '#shared/ports/language-models.ts';

const USAGE = { inputTokens: 5, outputTokens: 2 };

/** What a model does next: writes this, fails so, or goes on when this has happened. */
type Deed = string | Error | (() => Promise<unknown>);

/** Models that do these things for every reply, one after the other; a reader who leaves stops them. */
export const writes = (...deeds: Deed[]): LanguageModels['stream'] => {
  async function* text(signal: AbortSignal | undefined): AsyncGenerator<string> {
    for (const deed of deeds) {
      if (signal?.aborted) return;
      if (deed instanceof Error) throw deed;
      if (typeof deed === 'string') yield deed;
      else await deed();
    }
  }
  return ({ signal }) => ({ text: text(signal), usage: Promise.resolve(USAGE) });
};
