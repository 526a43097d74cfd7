import {
  type ContactStatus,
  hasEnded,
  totalContacts,
  waitingContacts,
} from '#shared/domain/campaign/contact-status.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import { endedIn, partitions } from '#shared/store/keys.ts';
import { readPermitsOf } from '#shared/store/limits/call-permits.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { getControl } from './campaigns.ts';
import { getCounts } from './contact-counts.ts';
import { readEveryWaiting } from './enrolment-reads.ts';
import { type EnrolmentRecord, getEnrolments } from './enrolments.ts';
import { firstOfShards, mergedShards, portionFor } from './merged-shards.ts';

/** Up to this many waiting contacts are read whole for a page of them; among more, a page is soon found by looking. */
const WAITING_READ_WHOLE_MAX = 1_000;

/** Contacts of a shard that are looked at together for one status. */
const LOOKED_AT_TOGETHER = 100;

interface Wanted {
  campaignId: string;
  /** Rows before the page, and in it. */
  rows: number;
  offset: number;
}

const inStatus = (found: (EnrolmentRecord | undefined)[], status: ContactStatus): EnrolmentRecord[] =>
  found.filter((each) => each?.status === status) as EnrolmentRecord[];

const newestFirst = (found: EnrolmentRecord[]): EnrolmentRecord[] =>
  found.sort((one, other) => (one.contact_id < other.contact_id ? 1 : -1));

/** Reads on from the newest contact until there are enough in the status. */
const look = async (
  table: TableReader,
  { campaignId, rows }: Wanted,
  isWanted: (enrolment: EnrolmentRecord) => boolean,
  together: number,
): Promise<EnrolmentRecord[]> => {
  const shards = partitions.enrolments(campaignId);
  const found: EnrolmentRecord[] = [];
  for await (const enrolment of mergedShards<EnrolmentRecord>(table, shards, { newestFirst: true }, together)) {
    if (isWanted(enrolment)) found.push(enrolment);
    if (found.length === rows) break;
  }
  return found;
};

/** Ended contacts are indexed by status, so only their keys are read up to the page. */
const pageOfEnded = async (
  table: TableReader,
  { campaignId, rows, offset }: Wanted,
  status: ContactStatus,
): Promise<EnrolmentRecord[]> => {
  const query = { index: 'due' as const, ...endedIn(status), newestFirst: true };
  const places = await firstOfShards<object>(table, partitions.enrolments(campaignId), query, rows);
  return inStatus(await table.getMany<EnrolmentRecord>(places.slice(offset)), status);
};

/** Contacts on a call hold a permit of the account, and a campaign has at most a thousand of those. */
const contactsInCalls = async (table: TableReader, campaignId: string): Promise<EnrolmentRecord[]> => {
  const control = await getControl(table, campaignId);
  const permits = control ? await readPermitsOf(table, control) : [];
  const calls = await getCalls(
    table,
    permits.map(({ call_id }) => call_id),
  );
  const pairs = calls.flatMap((call) => (call?.contact_id ? [{ campaignId, contactId: call.contact_id }] : []));
  return (await getEnrolments(table, pairs)).filter((each) => each !== undefined);
};

/**
 * A page of a campaign's contacts, newest first, with the number of all that match. Of a status that few have, no more
 * is read than the page, those on calls, or a thousand waiting contacts.
 */
export const listEnrolments = async (
  table: TableReader,
  campaignId: string,
  status: ContactStatus | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ enrolments: EnrolmentRecord[]; count: number }> => {
  const counts = await getCounts(table, campaignId);
  const count = status ? counts[status] : totalContacts(counts);
  const wanted = { campaignId, rows: Math.min(offset + limit, count), offset };
  const page = async (): Promise<EnrolmentRecord[]> => {
    if (offset >= count) return [];
    if (status === undefined) {
      const together = portionFor(wanted.rows, partitions.enrolments(campaignId).length);
      return (await look(table, wanted, () => true, together)).slice(offset);
    }
    if (hasEnded(status)) return pageOfEnded(table, wanted, status);
    const few =
      status === 'dialing' || status === 'in_progress'
        ? await contactsInCalls(table, campaignId)
        : waitingContacts(counts) <= WAITING_READ_WHOLE_MAX &&
          (await readEveryWaiting(table, campaignId, WAITING_READ_WHOLE_MAX)).enrolments;
    const found = few
      ? newestFirst(inStatus(few, status))
      : await look(table, wanted, (each) => each.status === status, LOOKED_AT_TOGETHER);
    return found.slice(offset, offset + limit);
  };
  return { enrolments: await page(), count };
};
