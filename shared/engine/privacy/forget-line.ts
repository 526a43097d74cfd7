import type { Needs } from '#shared/ports/capabilities.ts';
import { forgetOnLine, notedOnLine } from '#shared/store/call/line-calls.ts';
import { forgetDials } from '#shared/store/limits/callee-locks.ts';

/**
 * Takes from an erased person's number what leads to its calls, so that whoever has the key of the hashes learns none of
 * them. No dial to a closed number ever begins, so nobody need count those that were made. Without these notes nothing finds
 * the calls that are of no contact, so it comes last. `partition` as the table names it; safe to repeat.
 */
export const forgetLine = async ({ table }: Needs<'table'>, partition: string): Promise<void> => {
  await Promise.all((await notedOnLine(table, partition)).map((note) => table.write(forgetOnLine(note))));
  await forgetDials(table, partition);
};
