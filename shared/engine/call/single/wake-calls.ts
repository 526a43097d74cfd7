import type { Needs } from '#shared/ports/capabilities.ts';
import { readWaitingCalls } from '#shared/store/call/single-calls.ts';

/** Calls woken at once; those beyond look by themselves. */
const WOKEN_MAX = 1_000;

/** Has the account's single calls looked at that wait for what people have just removed. */
export const wakeCalls = async ({ table, dialQueue }: Needs<'table' | 'dialQueue'>, accountId: string): Promise<void> =>
  dialQueue.send(await readWaitingCalls(table, accountId, WOKEN_MAX));
