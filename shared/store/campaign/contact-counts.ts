import { type ContactCounts, noContacts, OPEN_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import { keys } from '#shared/store/keys.ts';
import { type CheckOperation, equals, type TableReader, type UpdateOperation } from '#shared/store/table/table.ts';

/** How many of a campaign's contacts have each status. */

/** Kept with the counters: both say whether a campaign is complete, and settling writes them together. */
interface Awaited {
  /** Until then a late detection may make the latest answered call a voicemail, to be retried. */
  detection_awaited_until?: string;
}

export interface CountsNotes extends Awaited {
  /** The counters change only if the campaign was not redialled more often than this. */
  redials?: number;
}

/** Changes the counters; always in the transaction that changes the contacts they count. */
export const moveCounts = (
  campaignId: string,
  differences: Partial<ContactCounts>,
  { redials, ...awaited }: CountsNotes = {},
): UpdateOperation[] => {
  const add = Object.fromEntries(Object.entries(differences).filter(([, difference]) => difference !== 0));
  const when = redials === undefined ? [] : [equals('redials', redials)];
  const set = Object.keys(awaited).length > 0 && { set: { ...awaited } };
  return Object.keys(add).length > 0 ? [{ update: keys.campaignCounts(campaignId), add, ...set, when }] : [];
};

/** Holds while nobody is left to be called; contacts that are being added make it fail. */
export const checkNoneOpen = (campaignId: string): CheckOperation => ({
  check: keys.campaignCounts(campaignId),
  when: OPEN_STATUSES.map((status) => equals(status, 0)),
});

export const getCounts = async (table: TableReader, id: string): Promise<ContactCounts & Awaited> => ({
  ...noContacts(),
  ...(await table.get<ContactCounts & Awaited>(keys.campaignCounts(id))),
});
