import type { RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { Chunk } from './request-chunks.ts';

/** What became of one entry of a request where that is more than a plain success. */
export interface EntryResult {
  /** Its place in the request. */
  at: number;
  is: 'duplicate' | 'failed';
  reason: string;
  /** Of a duplicate, the contact that has its number, where there is one. */
  contactId?: string;
}

/** What a request came to. Its counts cover all its entries. */
export interface ChunkOutcome {
  created: number;
  duplicates: number;
  failed: number;
  /** Of every failed entry, and of duplicates where the service says which ones they are. */
  results: EntryResult[];
}

/** A request and how far it is. */
export interface RunChunk extends Chunk {
  /** When it was sent first, epoch milliseconds; null before. */
  sentAtMs: number | null;
  /** Null until it is answered. */
  outcome: ChunkOutcome | null;
}

export type RunStatus = 'ready' | 'sending' | 'waiting' | 'stopped' | 'done';

/** An import or another list that is sent in several requests. */
export interface Run {
  /** Rows of the file. */
  total: number;
  /** Rows that were never to be sent. */
  unsendable: { failed: RowReason[]; duplicates: RowReason[] };
  chunks: RunChunk[];
  status: RunStatus;
  /** Why it waits or has stopped, in words. */
  words: string | null;
  /** False when its progress could not be saved, so that a reload would not know of it. */
  isSaved: boolean;
}

export type RunEvent =
  | { type: 'sent'; key: string; atMs: number }
  | { type: 'waiting'; words: string }
  | { type: 'answered'; key: string; outcome: ChunkOutcome }
  | { type: 'stopped'; words: string }
  | { type: 'unsaved' };

export interface RunCounts {
  total: number;
  created: number;
  duplicates: number;
  failed: number;
  /** Rows whose request has no answer yet. */
  open: number;
}

/** A run before its first request. */
export const newRun = (
  total: number,
  chunks: readonly Chunk[],
  unsendable: Run['unsendable'] = { failed: [], duplicates: [] },
): Run => ({
  total,
  unsendable,
  chunks: chunks.map((chunk) => ({ ...chunk, sentAtMs: null, outcome: null })),
  status: chunks.length === 0 ? 'done' : 'ready',
  words: null,
  isSaved: true,
});

const withChunk = (run: Run, key: string, change: (chunk: RunChunk) => RunChunk): RunChunk[] =>
  run.chunks.map((chunk) => (chunk.key === key ? change(chunk) : chunk));

const answered = (run: Run, key: string, outcome: ChunkOutcome): Run => {
  const chunks = withChunk(run, key, (chunk) => ({ ...chunk, outcome: chunk.outcome ?? outcome }));
  const isDone = chunks.every((chunk) => chunk.outcome !== null);
  return { ...run, chunks, status: isDone ? 'done' : 'sending', words: null };
};

/** The run after an event. */
export const afterEvent = (run: Run, event: RunEvent): Run => {
  switch (event.type) {
    case 'sent': {
      const chunks = withChunk(run, event.key, (chunk) => ({ ...chunk, sentAtMs: chunk.sentAtMs ?? event.atMs }));
      return { ...run, chunks, status: 'sending', words: null };
    }
    case 'waiting':
      return { ...run, status: 'waiting', words: event.words };
    case 'answered':
      return answered(run, event.key, event.outcome);
    case 'stopped':
      return { ...run, status: 'stopped', words: event.words };
    case 'unsaved':
      return { ...run, isSaved: false };
  }
};

/** How many rows came to what. The counts always add up to the total. */
export const countsOf = ({ total, unsendable, chunks }: Run): RunCounts => {
  const counts = {
    total,
    created: 0,
    duplicates: unsendable.duplicates.length,
    failed: unsendable.failed.length,
    open: 0,
  };
  for (const { rows, outcome } of chunks) {
    counts.created += outcome?.created ?? 0;
    counts.duplicates += outcome?.duplicates ?? 0;
    counts.failed += outcome?.failed ?? 0;
    if (!outcome) counts.open += rows.length;
  }
  return counts;
};

const inOrder = (reasons: RowReason[]): RowReason[] => reasons.sort((one, other) => one.row - other.row);

const toldOf = ({ chunks }: Run, kind: EntryResult['is']): RowReason[] =>
  chunks.flatMap(({ rows, outcome }) =>
    (outcome?.results ?? []).flatMap(({ at, is, reason }) => {
      const row = rows[at];
      return is === kind && row !== undefined ? [{ row, reason }] : [];
    }),
  );

/** The rows that failed, with the reason, in the order of the file. */
export const failedRows = (run: Run): RowReason[] => inOrder([...run.unsendable.failed, ...toldOf(run, 'failed')]);

/** The rows that are duplicates, with what of, in the order of the file. */
export const duplicateRows = (run: Run): RowReason[] =>
  inOrder([...run.unsendable.duplicates, ...toldOf(run, 'duplicate')]);

const NOT_SENT = 'The import was stopped before this row was confirmed.';

/** The rows without an answer. */
export const openRows = ({ chunks }: Run): RowReason[] =>
  inOrder(chunks.flatMap(({ rows, outcome }) => (outcome ? [] : rows.map((row) => ({ row, reason: NOT_SENT })))));
