import { SECOND_MS } from '#shared/domain/time.ts';
import { scrubDatabases } from './scrub.ts';

/** Erasures that end one after the other are scrubbed together. */
const SCRUBBED_AFTER_MS = 2 * SECOND_MS;

export interface Scrubber {
  /** Something was deleted that nobody may find any more. */
  soon(): void;
  stop(): Promise<void>;
}

/** Scrubs the databases some moments after it is asked to, once for all who ask meanwhile; again if that fails. */
export const newScrubber = (stateDir: string, onError: (error: unknown) => void): Scrubber => {
  let timer: NodeJS.Timeout | undefined;
  let scrubbing: Promise<void> = Promise.resolve();
  const soon = (): void => {
    timer ??= setTimeout(scrub, SCRUBBED_AFTER_MS);
  };
  const again = (error: unknown): void => {
    onError(error);
    soon();
  };
  const scrub = (): void => {
    timer = undefined;
    scrubbing = scrubbing.then(() => scrubDatabases(stateDir)).catch(again);
  };
  return {
    soon,
    stop: async () => {
      await scrubbing;
      if (timer === undefined) return;
      clearTimeout(timer);
      await scrubDatabases(stateDir).catch(onError);
    },
  };
};
