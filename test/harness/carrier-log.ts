import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { stack } from './stack/environment.ts';

/** One command that the simulated carrier received. */
export interface CarrierCommand {
  at: string;
  command: string;
  command_id: string;
  call_control_id: string | null;
  from: string | null;
  to: string | null;
  result: string;
}

/** The log holds the commands of every suite before this one, so what was read once is kept. */
const known: CarrierCommand[] = [];
const knownByCallee = new Map<string | null, CarrierCommand[]>();
let readBytes = 0;

const newLines = (): string[] => {
  const file = openSync(join(stack().state_dir, 'carrier.jsonl'), 'r');
  try {
    const { size } = fstatSync(file);
    if (size < readBytes) throw new Error('The log of the carrier was rotated, so its earlier commands are unknown.');
    const unread = Buffer.alloc(size - readBytes);
    readSync(file, unread, 0, unread.length, readBytes);
    const whole = unread.subarray(0, unread.lastIndexOf('\n') + 1);
    readBytes += whole.length;
    return whole.toString('utf8').split('\n').slice(0, -1);
  } finally {
    closeSync(file);
  }
};

const readOn = (): void => {
  for (const line of newLines()) {
    const command = JSON.parse(line) as CarrierCommand;
    known.push(command);
    const toCallee = knownByCallee.get(command.to);
    if (toCallee) toCallee.push(command);
    else knownByCallee.set(command.to, [command]);
  }
};

/** The commands received so far that match, duplicates included, oldest first. */
export const commandsOf = (wanted: Partial<CarrierCommand>): CarrierCommand[] => {
  readOn();
  const candidates = wanted.to === undefined ? known : (knownByCallee.get(wanted.to) ?? []);
  return candidates.filter((command) =>
    Object.entries(wanted).every(([field, value]) => command[field as keyof CarrierCommand] === value),
  );
};
