import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { CallCommand } from './calls/calls.ts';

export interface CommandLine {
  command: 'dial' | CallCommand['action'] | 'order_number' | 'release_number';
  command_id: string;
  call_control_id: string | null;
  from: string | null;
  to: string | null;
  result: string;
}

export interface CommandLog {
  append(at: number, line: CommandLine): void;
  close(): void;
}

/** `carrier.jsonl`: one line per received command, including duplicates, written before the command is answered. */
export const openCommandLog = (stateDir: string): CommandLog => {
  const file = openSync(join(stateDir, 'carrier.jsonl'), 'a');
  return {
    append: (at, line) => void writeSync(file, `${JSON.stringify({ at: new Date(at).toISOString(), ...line })}\n`),
    close: () => closeSync(file),
  };
};
