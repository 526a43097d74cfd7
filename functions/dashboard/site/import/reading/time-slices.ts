/** How long work may go on before the page gets its turn; half a frame at 60 Hz. */
export const SLICE_MS = 8;

/** The clock and the pause of work that is done in slices. */
export interface Slices {
  nowMs(): number;
  /** Lets the page draw and hear the person; rejects to end the work. */
  pause(): Promise<void>;
}

/** A message, because timers are slowed down in a page that nobody looks at. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });

/** Slices on the page's own clock. */
export const pageSlices: Slices = { nowMs: () => performance.now(), pause: nextTask };

/** Slices of work that ends at its next pause once it is given up. */
export const slicesUntil = (signal: AbortSignal, { nowMs, pause }: Slices = pageSlices): Slices => ({
  nowMs,
  pause: async () => {
    await pause();
    signal.throwIfAborted();
  },
});

/** Pauses when the present slice is used up; a loop asks `isOver` at each turn and awaits `next` if so. */
export const sliced = ({ nowMs, pause }: Slices) => {
  let begunAtMs = nowMs();
  return {
    isOver: (): boolean => nowMs() - begunAtMs >= SLICE_MS,
    async next(): Promise<void> {
      await pause();
      begunAtMs = nowMs();
    },
  };
};
export type Sliced = ReturnType<typeof sliced>;
