import { lists } from '#shared/store/keys.ts';
import { lineKeys } from '#shared/store/line/line-keys.ts';
import type { PutOperation, TableReader } from '#shared/store/table/table.ts';

/*
 * Numbers that a contact had before: where they are suppressed, its erasure takes them from the list. The note lies
 * with the number, which the table knows by its hash alone; the contact's list leads to it.
 */

type Owner = { id: string; team_id: string };

/** For the transaction in which a contact gives up a number, or in which an erasure closes one. */
export const noteFormerLine = ({ id, team_id }: Owner, phone: string): PutOperation => ({
  put: { ...lineKeys.former(team_id, phone, id), list_pk: lists.formerLines(id), list_sk: 'FORMER' },
});

/** Partitions of the numbers that a contact had before; may lag by moments. */
export const findFormerLines = async (table: TableReader, contactId: string): Promise<string[]> => {
  const partition = lists.formerLines(contactId);
  const noted = await table.query<object>({ index: 'list', partition, fields: ['pk', 'sk'] });
  return noted.map(({ pk }) => pk);
};

/** `partition` as the table names it. */
export const forgetFormerLine = (partition: string, contactId: string) => ({
  delete: lineKeys.formerIn(partition, contactId),
});
