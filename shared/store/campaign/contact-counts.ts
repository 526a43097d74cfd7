import type { DialWindow } from '#shared/domain/campaign/breaker.ts';
import { type ContactCounts, noContacts, OPEN_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  type CheckOperation,
  equals,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** How many of a campaign's contacts have each status. */

/** Kept with the counters: both say whether a campaign is complete, and settling writes them together. */
interface Awaited {
  /** Until then a late detection may make the latest answered call a voicemail, to be retried. */
  detection_awaited_until?: string;
}

/** The results of the latest dials, kept with the counters because settling writes them together. */
interface RecentDials {
  dials_run?: number;
  dial_results?: string;
}

export type CountsRecord = ContactCounts & Awaited & RecentDials;

export const countsKey = (campaignId: string): RecordKey<CountsRecord> => keys.campaignCounts(campaignId);

/** The results of the campaign's latest dials; undefined before the first. */
export const recentDialsIn = (counts: CountsRecord | undefined): DialWindow | undefined =>
  counts?.dials_run === undefined ? undefined : { run: counts.dials_run, results: counts.dial_results ?? '' };

export interface CountsNotes extends Awaited {
  /** The counters change only if the campaign was not redialled more often than this. */
  redials?: number;
  /** Replaces the window that was read; of two settlements the second loses and counts on what the first left. */
  dials?: { before: DialWindow | undefined; after: DialWindow };
}

const dialsNoted = (dials: CountsNotes['dials']) => {
  if (!dials) return { set: {}, when: [] };
  const { before, after } = dials;
  return {
    set: { dials_run: after.run, dial_results: after.results },
    when: before ? [equals('dials_run', before.run), equals('dial_results', before.results)] : [absent('dials_run')],
  };
};

/** Changes the counters; always in the transaction that changes the contacts they count. */
export const moveCounts = (
  campaignId: string,
  differences: Partial<ContactCounts>,
  { redials, dials, ...awaited }: CountsNotes = {},
): UpdateOperation[] => {
  const add = Object.fromEntries(Object.entries(differences).filter(([, difference]) => difference !== 0));
  const noted = dialsNoted(dials);
  const set = { ...awaited, ...noted.set };
  if (Object.keys(add).length + Object.keys(set).length === 0) return [];
  const when = [...(redials === undefined ? [] : [equals('redials', redials)]), ...noted.when];
  return [{ update: countsKey(campaignId), add, set, when }];
};

/** Holds while nobody is left to be called; contacts that are being added make it fail. */
export const checkNoneOpen = (campaignId: string): CheckOperation => ({
  check: keys.campaignCounts(campaignId),
  when: OPEN_STATUSES.map((status) => equals(status, 0)),
});

export const getCounts = async (table: TableReader, id: string): Promise<CountsRecord> => ({
  ...noContacts(),
  ...(await table.get<CountsRecord>(countsKey(id))),
});
