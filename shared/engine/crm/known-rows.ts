import type { BulkResult } from '#shared/schemas/contact.ts';
import { findHolders } from '#shared/store/contact/contact-phones.ts';
import { type ContactRecord, getContacts, toContact } from '#shared/store/contact/contacts.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { created, duplicate } from './bulk-results.ts';

/** A valid row as the contact that it shall become. */
export interface NewRow {
  index: number;
  record: ContactRecord;
}

/** Rows that need no writing, with their results, and the others. */
export interface SetApart {
  fresh: NewRow[];
  settled: BulkResult[];
}

/** Without `skipDuplicates` nobody has a number for this purpose. */
const holdersOf = async (table: TableReader, rows: NewRow[], skipDuplicates: boolean): Promise<Map<string, string>> => {
  const phones = rows.flatMap(({ record }) => record.phone ?? []);
  const [first] = rows;
  return first && skipDuplicates ? findHolders(table, first.record.team_id, phones) : new Map();
};

/**
 * Sets apart the rows that an earlier try of the same request created, which are no duplicates of themselves, and, with
 * `skipDuplicates`, those whose primary phone a contact of the team has.
 */
export const setKnownApart = async (table: TableReader, rows: NewRow[], skipDuplicates: boolean): Promise<SetApart> => {
  const [own, holders] = await Promise.all([
    getContacts(
      table,
      rows.map(({ record }) => record.id),
    ),
    holdersOf(table, rows, skipDuplicates),
  ]);
  const apart: SetApart = { fresh: [], settled: [] };
  for (const [at, row] of rows.entries()) {
    const [before, holder] = [own[at], holders.get(row.record.phone ?? '')];
    if (before) apart.settled.push(created(row.index, toContact(before)));
    else if (holder) apart.settled.push(duplicate(row.index, holder));
    else apart.fresh.push(row);
  }
  return apart;
};

/** The results of rows that repeat the number of an earlier one, once that one has its result. */
export const resultsOfRepeated = async (
  table: TableReader,
  rows: NewRow[],
  earlierOf: ReadonlyMap<number, number>,
  results: BulkResult[],
): Promise<BulkResult[]> => {
  const holders = await holdersOf(table, rows, true);
  const createdAt = new Map(results.map(({ index, contact }) => [index, contact?.id]));
  return rows.map(({ index, record }) => {
    const earlier = createdAt.get(earlierOf.get(index) ?? index);
    return duplicate(index, earlier ?? holders.get(record.phone ?? '') ?? null);
  });
};
