import { afterEvent, type ChunkOutcome, type Run, type RunChunk, type RunEvent } from './import-run.ts';
import { type OutcomeReader, refusedOutcome, type SendAnswer, verdictOn } from './read-answer.ts';
import type { Chunk } from './request-chunks.ts';

/** What the page lends to a run. */
export interface SendPorts {
  /** Posts a body under an Idempotency-Key; rejects where no answer came. */
  send(request: Pick<Chunk, 'body' | 'key'>): Promise<SendAnswer>;
  sleep(ms: number): Promise<void>;
  nowMs(): number;
  /** Keeps the run for a reload; rejects where that is impossible. */
  save(run: Run): Promise<void>;
}

/** A request came to this, or nothing further can be sent. */
export type Settled = { outcome: ChunkOutcome } | { stop: string };

/** Sends one request until it is answered or given up. */
export type Exchange = (request: Pick<Chunk, 'body' | 'key'>, entries: number) => Promise<Settled>;

export interface Sending {
  run: Run;
  ports: SendPorts;
  /** Reads the answers of the endpoint. */
  read: OutcomeReader;
  /** Told of every change. */
  onChange?: (run: Run) => void;
  /** Aborted, the run stops before the next request. */
  signal?: AbortSignal;
  /** Settles a request that was sent before a reload, if the usual way does not suit it any more; else null. */
  settleLate?: (chunk: RunChunk, exchange: Exchange) => Promise<Settled> | null;
}

const TRIES_MAX = 8;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const LONGEST_ASKED_WAIT_MS = 120_000;

const STOPPED = 'The import was stopped.';
const NO_ANSWER = 'The service did not answer.';

/** Twice as long after every try; at least as long as the service asks for, within reason. */
export const waitMs = (tries: number, askedMs: number | null): number => {
  const ownMs = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
  return Math.max(ownMs, Math.min(askedMs ?? 0, LONGEST_ASKED_WAIT_MS));
};

const noAnswer: SendAnswer = { status: 503, retryAfterSeconds: null, body: { error: NO_ANSWER } };

/** What the parts of a sending share: the run as it is, and how it changes. */
const progressOf = ({ run: first, ports, onChange }: Sending) => {
  let run = first;
  const apply = (event: RunEvent): void => {
    run = afterEvent(run, event);
    onChange?.(run);
  };
  const keep = async (): Promise<void> => {
    try {
      await ports.save(run);
    } catch {
      apply({ type: 'unsaved' });
    }
  };
  return { run: () => run, apply, keep };
};
type Progress = ReturnType<typeof progressOf>;

const exchangeWith =
  ({ ports, read, signal }: Sending, { apply }: Progress): Exchange =>
  async (request, entries) => {
    for (let tries = 1; ; tries++) {
      const verdict = verdictOn(await ports.send(request).catch(() => noAnswer), entries, read);
      if (verdict.is === 'answered') return { outcome: verdict.outcome };
      if (verdict.is === 'refused') return { outcome: refusedOutcome(entries, verdict.words) };
      if (verdict.is === 'stop') return { stop: verdict.words };
      if (tries >= TRIES_MAX) {
        return verdict.isLasting ? { outcome: refusedOutcome(entries, verdict.words) } : { stop: verdict.words };
      }
      apply({ type: 'waiting', words: verdict.words });
      await ports.sleep(waitMs(tries, verdict.afterMs));
      if (signal?.aborted) return { stop: STOPPED };
    }
  };

/** Sends one chunk. That it is sent is kept first, so that after a reload its effect is not taken for another's. */
const settle = async (chunk: RunChunk, sending: Sending, progress: Progress): Promise<Settled> => {
  progress.apply({ type: 'sent', key: chunk.key, atMs: sending.ports.nowMs() });
  if (chunk.sentAtMs === null) await progress.keep();
  const exchange = exchangeWith(sending, progress);
  return (await sending.settleLate?.(chunk, exchange)) ?? exchange(chunk, chunk.rows.length);
};

/**
 * Sends what has no answer yet, one request after another, so that of two rows with one number the first wins. Ends when
 * all is answered, or stops with words; a stopped run can be sent again and goes on where it was.
 */
export const sendChunks = async (sending: Sending): Promise<Run> => {
  const progress = progressOf(sending);
  for (const chunk of sending.run.chunks) {
    if (chunk.outcome) continue;
    const settled = sending.signal?.aborted ? { stop: STOPPED } : await settle(chunk, sending, progress);
    if ('stop' in settled) {
      progress.apply({ type: 'stopped', words: settled.stop });
      await progress.keep();
      return progress.run();
    }
    progress.apply({ type: 'answered', key: chunk.key, outcome: settled.outcome });
    await progress.keep();
  }
  return progress.run();
};
