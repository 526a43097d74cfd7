import type { CallRecord } from '#shared/store/call/calls.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { releaseCaller } from './receive-inbound.ts';
import { settleSingle } from './single/settle-call.ts';

/** Frees what a call of no campaign holds once it has ended; nothing for all others. */
export const settleStandalone = async (table: TableWriter, call: CallRecord): Promise<void> => {
  await releaseCaller(table, call);
  await settleSingle(table, call);
};
