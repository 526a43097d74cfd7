import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, openRotatingFile } from '#infra/local/process/rotating-file.ts';
import type { CallCommand } from './calls/calls.ts';

export interface CommandLine {
  command: 'dial' | CallCommand['action'] | 'order_number' | 'release_number';
  command_id: string;
  call_control_id: string | null;
  from: string | null;
  to: string | null;
  result: string;
}

/** Whose numbers are forgotten. */
interface ForgottenCall {
  callControlId: string;
  to: string;
}

export interface CommandLog {
  append(at: number, line: CommandLine): void;
  /** Takes the numbers out of the lines of a call, and of dials to its callee that made none. */
  forget(call: ForgottenCall): void;
  close(): void;
}

const isOf = ({ callControlId, to }: ForgottenCall, line: CommandLine): boolean =>
  line.call_control_id === callControlId || (line.call_control_id === null && to !== '' && line.to === to);

/** As long as it was, so that it can be written in its place while others read the file. */
const withoutNumbers = (text: string): string =>
  JSON.stringify({ ...JSON.parse(text), from: null, to: null }).padEnd(text.length);

const forgetIn = (path: string, call: ForgottenCall): void => {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r+');
  try {
    let place = 0;
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const mentions = text.includes(call.callControlId) || (call.to !== '' && text.includes(call.to));
      if (mentions && isOf(call, JSON.parse(text))) writeSync(file, withoutNumbers(text), place);
      place += Buffer.byteLength(text) + 1;
    }
  } finally {
    closeSync(file);
  }
};

/** `carrier.jsonl`: one line per received command, including duplicates, written before the command is answered. */
export const openCommandLog = (stateDir: string): CommandLog => {
  const path = join(stateDir, 'carrier.jsonl');
  const file = openRotatingFile(path);
  return {
    append: (at, line) => file.append(JSON.stringify({ at: new Date(at).toISOString(), ...line })),
    forget: (call) => {
      for (const each of filesOf(path)) forgetIn(each, call);
    },
    close: file.close,
  };
};
