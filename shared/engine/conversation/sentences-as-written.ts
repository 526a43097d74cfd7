import { setImmediate as whatHasCome } from 'node:timers/promises';
import { wholeSentences } from '#shared/domain/conversation/sentences.ts';

export interface Written {
  text: string;
  /** Nothing follows. */
  isLast: boolean;
}

/**
 * A text in whole sentences, as soon as they are written. What has been written while the reader was busy comes together,
 * so that a model that writes faster than one speaks is not spoken in pieces.
 */
export async function* sentencesAsWritten(pieces: AsyncIterable<string>): AsyncGenerator<Written, void> {
  let unread = '';
  let isOver = false;
  let failure: { error: unknown } | undefined;
  let news = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    try {
      for await (const piece of pieces) {
        unread += piece;
        news.resolve();
      }
    } catch (error) {
      failure = { error };
    }
    isOver = true;
    news.resolve();
  };
  void read();
  for (;;) {
    await news.promise;
    await whatHasCome();
    news = Promise.withResolvers();
    if (isOver) break;
    const end = wholeSentences(unread);
    if (end === 0) continue;
    const text = unread.slice(0, end);
    unread = unread.slice(end);
    yield { text: text.trim(), isLast: false };
  }
  if (failure) throw failure.error;
  yield { text: unread.trim(), isLast: true };
}
