import { join } from 'node:path';
import { openRotatingFile } from '#infra/local/process/rotating-file.ts';
import type { CallCommand } from './calls/calls.ts';

export interface CommandLine {
  command: 'dial' | CallCommand['action'] | 'delete_recordings' | 'delete_call' | 'order_number' | 'release_number';
  command_id: string;
  call_control_id: string | null;
  from: string | null;
  to: string | null;
  result: string;
}

export interface CommandLog {
  append(at: number, line: CommandLine): void;
  /** Makes the numbers of a call's lines unreadable. */
  maskNumbers(callControlId: string): void;
  close(): void;
}

const NUMBERS = /("(?:from|to)":")((?:[^"\\]|\\.)*)"/g;

const masked = (line: string): string =>
  line.replace(NUMBERS, (_, field: string, number: string) => `${field}${'*'.repeat(number.length)}"`);

/** `carrier.jsonl`: one line per received command, including duplicates, written before the command is answered. */
export const openCommandLog = (stateDir: string): CommandLog => {
  const file = openRotatingFile(join(stateDir, 'carrier.jsonl'));
  return {
    append: (at, line) => file.append(JSON.stringify({ at: new Date(at).toISOString(), ...line })),
    maskNumbers: (callControlId) => {
      const ofCall = `"call_control_id":${JSON.stringify(callControlId)}`;
      file.overwrite((line) => (line.includes(ofCall) ? masked(line) : line));
    },
    close: file.close,
  };
};
