import { type ContactCounts, type ContactStatus, noContacts } from '#shared/domain/campaign/contact-status.ts';
import { dueUpTo, partitions } from '#shared/store/keys.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** The contacts of a campaign in each status, counted one by one: a read unit for every 4 KB of them. */
export const recountContacts = async (
  table: TableReader,
  campaignId: string,
): Promise<Pick<ContactCounts, ContactStatus>> => {
  const { called, answered, ...counts } = noContacts();
  for (const partition of partitions.enrolments(campaignId)) {
    const enrolments = await table.query<{ status: ContactStatus }>({ partition, fields: ['status'] });
    for (const { status } of enrolments) counts[status] += 1;
  }
  return counts;
};

/** How many contacts of a campaign are due. */
export const countDue = async (table: TableReader, campaignId: string, now: Date): Promise<number> => {
  const counted = partitions
    .enrolments(campaignId)
    .map((partition) =>
      table.query<object>({ index: 'due', partition, upTo: dueUpTo(now.toISOString()), fields: ['pk', 'sk'] }),
    );
  return (await Promise.all(counted)).flat().length;
};
