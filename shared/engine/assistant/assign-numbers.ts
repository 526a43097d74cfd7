import {
  assignNumbers as assignments,
  listAccountNumbers,
  type PhoneNumberRecord,
  type ShownNumber,
} from '#shared/store/phone-numbers.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';

interface Owner {
  id: string;
  account_id: string;
}

/** The numbers assigned to an assistant. */
export const numbersOf = async (table: TableReader, { id, account_id }: Owner): Promise<ShownNumber[]> =>
  (await listAccountNumbers(table, account_id)).filter(({ assistant_id }) => assistant_id === id);

/** Replaces the numbers of an assistant. @throws Refusal 404 when one was released meanwhile. */
export const assignNumbers = (table: TableWriter, assistant: Owner, wanted: PhoneNumberRecord[]): Promise<void> =>
  retryingLostRaces(table, async () => {
    const distinct = [...new Map(wanted.map((number) => [number.id, number])).values()];
    const operations = assignments(assistant.id, await numbersOf(table, assistant), distinct);
    if (operations.length > 0) await table.transact(operations);
  });
