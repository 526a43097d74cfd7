import type { Company } from '#shared/schemas/company.ts';
import { type CompanyRecord, changeCompany, deleteCompany, loadCompany } from '#shared/store/companies.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** The later of two concurrent changes builds on the other. @throws Refusal 404 when the company was deleted. */
export const updateCompany = (
  table: TableWriter,
  id: string,
  changes: Partial<Omit<Company, 'contact_count'>>,
  now: Date,
): Promise<CompanyRecord> =>
  retryingLostRaces(table, async () => {
    const before = await loadCompany(table, id);
    if (Object.keys(changes).length === 0) return before;
    const { operation, after } = changeCompany(before, changes, now);
    await table.write(operation);
    return after;
  });

/** @throws Refusal 404 when the company was already deleted, 409 while it has contacts. */
export const removeCompany = (table: TableWriter, id: string, now: Date): Promise<void> =>
  retryingLostRaces(table, async () => table.transact(deleteCompany(await loadCompany(table, id), now)));
