import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What the carrier was told and what it did, from its own files. */
interface CarrierTruth {
  /** Attempts whose dial reached the carrier more than once although it had been accepted. */
  dialedTwice: string[];
  /** Accepted dials. */
  placed: number;
  /** Calls that were live at the same time, at most. */
  peakLiveCalls: number;
}

interface Command {
  command: string;
  command_id: string;
  result: string;
}

interface CarrierCall {
  placedAt: number;
  endedAt: number;
}

const ACCEPTED = ['placed', 'duplicate'];

const readCommands = (stateDir: string): Command[] =>
  readFileSync(join(stateDir, 'carrier.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Command);

const readCalls = (stateDir: string): CarrierCall[] => {
  const database = new DatabaseSync(join(stateDir, 'carrier.db'), { readOnly: true });
  try {
    return database
      .prepare('SELECT call FROM calls')
      .all()
      .map((row) => JSON.parse(String(row.call)) as CarrierCall);
  } finally {
    database.close();
  }
};

const peakOf = (calls: CarrierCall[]): number => {
  // At the same instant an end counts before a beginning.
  const changes = calls
    .flatMap(({ placedAt, endedAt }) => [
      { at: placedAt, difference: 1 },
      { at: endedAt, difference: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.difference - b.difference);
  let live = 0;
  return changes.reduce((peak, { difference }) => {
    live += difference;
    return Math.max(peak, live);
  }, 0);
};

export const readCarrierTruth = (stateDir: string): CarrierTruth => {
  const accepted = readCommands(stateDir).filter(
    ({ command, result }) => command === 'dial' && ACCEPTED.includes(result),
  );
  const perAttempt = Map.groupBy(accepted, ({ command_id }) => command_id);
  return {
    dialedTwice: [...perAttempt].filter(([, dials]) => dials.length > 1).map(([attempt]) => attempt),
    placed: accepted.length,
    peakLiveCalls: peakOf(readCalls(stateDir)),
  };
};
