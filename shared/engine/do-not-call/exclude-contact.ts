import { DUE_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import type { SkipReason } from '#shared/domain/campaign/eligibility.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dials-in-flight.ts';
import { countsBetween } from '#shared/engine/campaign/campaign-counts.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { moveCounts } from '#shared/store/campaign/campaigns.ts';
import { campaignsOf, getEnrolments, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
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

export type ExcludePorts = QuietPorts & Needs<'table' | 'campaignQueue'>;

/**
 * Skips a contact in every campaign where it waits. Returns all its campaigns. A claim already made is stopped by its
 * last check before the dial.
 */
export const skipEverywhere = async (
  table: TableWriter,
  contactId: string,
  reason: SkipReason,
  now: Date,
): Promise<string[]> => {
  const campaignIds = await campaignsOf(table, contactId);
  for (const campaignId of campaignIds) await skipIn(table, campaignId, contactId, reason, now);
  return campaignIds;
};

/**
 * Enforces a do-not-call mark or deletion that is already stored: returns once no dial to these numbers is in flight
 * and the contact waits in no campaign. After a crash halfway, the last check before each dial enforces the rest.
 */
export const excludeFromCalls = async (
  ports: ExcludePorts,
  contact: Contact,
  phones: string[],
  reason: SkipReason,
): Promise<void> => {
  const [campaignIds] = await Promise.all([
    skipEverywhere(ports.table, contact.id, reason, ports.clock()),
    awaitCalleesQuiet(ports, contact.team_id, phones),
  ]);
  await ports.campaignQueue.send(campaignIds.map((campaign_id) => ({ campaign_id, reason: 'change' as const })));
};
