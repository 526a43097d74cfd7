import { DUE_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import type { SkipReason } from '#shared/domain/campaign/eligibility.ts';
import { chunked } from '#shared/domain/lists.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { countsBetween } from '#shared/engine/campaign/campaign-counts.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { campaignsOf, getEnrolments, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { findContactsByPhone } from '#shared/store/contacts.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

const skipIn = (table: TableWriter, campaignId: string, contactId: string, reason: SkipReason, now: Date) =>
  retryingLostRaces(table, async () => {
    const [enrolment] = await getEnrolments(table, [{ campaignId, contactId }]);
    if (!enrolment || !(DUE_STATUSES as readonly string[]).includes(enrolment.status)) return;
    const changes = {
      status: 'skipped' as const,
      skip_reason: reason,
      next_attempt_at: null,
      updated_at: now.toISOString(),
    };
    await table.transact([
      ...moveCounts(campaignId, countsBetween(enrolment, changes)),
      moveEnrolment(enrolment, changes),
    ]);
  });

/** Contacts of a closed number whose campaigns are looked at side by side. */
const PARALLEL_CONTACTS = 5;

/**
 * Skips a contact in every campaign where it waits. Returns all its campaigns. A claim already made is stopped by its
 * last check before the dial.
 */
const skipEverywhere = async (
  table: TableWriter,
  contactId: string,
  reason: SkipReason,
  now: Date,
): Promise<string[]> => {
  const campaignIds = await campaignsOf(table, contactId);
  for (const campaignId of campaignIds) await skipIn(table, campaignId, contactId, reason, now);
  return campaignIds;
};

interface Closed {
  teamId: string;
  phones: string[];
  /** The contact through which they were closed. */
  contactId: string | null;
}

/**
 * Skips this contact, and whoever else would be dialled at these numbers, in every campaign where they wait. Returns
 * those campaigns. What it leaves of a number with very many contacts is skipped once it is due, since no dial to a
 * closed number begins.
 */
export const skipClosed = async (table: TableWriter, closed: Closed, now: Date): Promise<string[]> => {
  const { teamId, contactId } = closed;
  const phones = [...new Set(closed.phones)];
  const found = (await Promise.all(phones.map((phone) => findContactsByPhone(table, teamId, phone)))).flat();
  const others = found.filter(({ phone }) => phone !== null && phones.includes(phone)).map(({ id }) => id);
  const campaignIds: string[] = [];
  for (const some of chunked([...new Set([...(contactId ? [contactId] : []), ...others])], PARALLEL_CONTACTS)) {
    const skipped = some.map((id) => skipEverywhere(table, id, 'do_not_call', now));
    campaignIds.push(...(await Promise.all(skipped)).flat());
  }
  return [...new Set(campaignIds)];
};

/** Lets campaigns notice that somebody on their lists was skipped. */
export const tellCampaigns = ({ campaignQueue }: Needs<'campaignQueue'>, campaignIds: string[]): Promise<void> =>
  campaignQueue.send(campaignIds.map((campaign_id) => ({ campaign_id, reason: 'change' as const })));

export type ExcludePorts = QuietPorts & Needs<'table' | 'campaignQueue'>;

/**
 * Enforces a do-not-call mark or deletion that is already stored: returns once no dial to these numbers is in flight
 * and the contact waits in no campaign, nor, if they were closed, anybody else with these numbers. After a crash
 * halfway, the last check before each dial enforces the rest.
 */
export const excludeFromCalls = async (
  ports: ExcludePorts,
  { id: contactId, team_id: teamId }: Contact,
  phones: string[],
  reason: SkipReason,
): Promise<void> => {
  const now = ports.clock();
  const [campaignIds] = await Promise.all([
    reason === 'do_not_call'
      ? skipClosed(ports.table, { teamId, phones, contactId }, now)
      : skipEverywhere(ports.table, contactId, reason, now),
    awaitCalleesQuiet(ports, teamId, phones),
  ]);
  await tellCampaigns(ports, campaignIds);
};
