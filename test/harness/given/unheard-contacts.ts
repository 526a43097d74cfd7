import { type IdPrefix, newId } from '#shared/domain/ids.ts';
import { addContacts } from '#shared/engine/campaign/add-contacts.ts';
import { testTable } from '#test/harness/stack/table.ts';

/**
 * Adds contacts to a draft without a word to the running stack. Told of them, its engine may step the campaign late, by
 * its own clock, while a test runs the same campaign by another.
 */
export const addUnheard = async (campaignId: string, contactIds: string[]): Promise<void> => {
  const [table, now] = [testTable(), new Date()];
  const ports = {
    table,
    campaignQueue: { send: async () => undefined },
    newId: (prefix: IdPrefix) => newId(prefix, now),
    now,
  };
  await addContacts(ports, campaignId, contactIds, (operations) => table.transact(operations));
};
