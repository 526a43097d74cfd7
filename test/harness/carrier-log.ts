import { readFileSync } from 'node:fs';
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

/** The commands received so far that match, duplicates included, oldest first. */
export const commandsOf = (wanted: Partial<CarrierCommand>): CarrierCommand[] =>
  readFileSync(join(stack().state_dir, 'carrier.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CarrierCommand)
    .filter((command) =>
      Object.entries(wanted).every(([field, value]) => command[field as keyof CarrierCommand] === value),
    );
