import { isCallableAgain, unreachedContacts, waitingContacts } from '#shared/domain/campaign/contact-status.ts';
import { newlyRedialled } from '#shared/domain/campaign/status.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { sumFields } from '#shared/domain/lists.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { type CampaignControl, changeControl, getControl, loadControl } from '#shared/store/campaign/campaigns.ts';
import { getCounts, moveCounts } from '#shared/store/campaign/contact-counts.ts';
import { readRedialled } from '#shared/store/campaign/enrolment-reads.ts';
import { type EnrolmentRecord, newEnrolment, reopenEnrolment } from '#shared/store/campaign/enrolments.ts';
import { isAhead, moveRedial, noteRedial } from '#shared/store/campaign/redials.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { countsLeaving } from './campaign-counts.ts';
import { commandActivity, commandChanges, refuseUnlessAllowed, wakeCampaign } from './give-command.ts';
import { findLiftedSkips, liftedSkips } from './lifted-skips.ts';
import { beginInRequest } from './portions.ts';

type RedialPorts = Needs<'table' | 'limits'>;

/**
 * Writes the intent. Returns how many contacts it found that no open redial has promised already; with none, nothing is
 * written. A second redial starts over, so nobody who ended since the first is left out.
 */
const openRedial = async (ports: RedialPorts, campaignId: string, by: Caller, now: Date): Promise<number> => {
  const { table } = ports;
  const before = await loadControl(table, campaignId);
  refuseUnlessAllowed(before, { type: 'redial', unreached: 0, waiting: 0, skipped: 0, mayFindMore: false }, now);
  const { lifted, isAll } = await findLiftedSkips(ports, before, now);
  return retryingLostRaces(table, async () => {
    // In this order: whatever moves a contact in between changes the counters, on which the transaction depends.
    const counts = await getCounts(table, campaignId);
    const control = await loadControl(table, campaignId);
    const skipped = lifted.filter((each) => !isAhead(control, each)).length;
    const found = { unreached: unreachedContacts(counts), waiting: waitingContacts(counts), skipped };
    const command = { type: 'redial' as const, ...found, mayFindMore: !isAll };
    const changes = commandChanges(control, command, now);
    if (changes.redials === undefined) return 0;
    const redialled = newlyRedialled(control, found);
    await table.transact([
      changeControl(control, changes).operation,
      noteRedial(control, changes.redials, counts),
      commandActivity(by, control, command, now, `${plural(redialled, 'contact')} found`),
    ]);
    return redialled;
  });
};

/** The same redial gives the same enrolment to a contact that ended, however often it is tried. */
const reopened = (before: EnrolmentRecord, control: CampaignControl): EnrolmentRecord =>
  newEnrolment(
    control.id,
    before.contact_id,
    derivedId('enr', control.id, before.contact_id, `redial ${control.redials}`, before.enrolment_id),
    new Date(control.redialled_at ?? control.updated_at),
  );

/**
 * Gives the next contacts of an open redial a new enrolment, and moves its place in the same transaction; so whoever
 * comes second loses, and reads again. Who ended unreached after the redial is passed over, and who must not be called
 * stays skipped. Returns false once the redial is done.
 */
export const reopenSome = (ports: RedialPorts, campaignId: string, now: Date, contacts: number): Promise<boolean> => {
  const { table } = ports;
  return retryingLostRaces(table, async () => {
    const control = await getControl(table, campaignId);
    if (!control || control.redial_place === null) return false;
    const { enrolments, next } = await readRedialled(table, campaignId, control.redial_place, contacts);
    const unreached = enrolments.filter(
      ({ status, redials_at_end }) => isCallableAgain(status) && redials_at_end < control.redials,
    );
    const skipped = enrolments.filter(({ status }) => status === 'skipped');
    const before = [...unreached, ...(await liftedSkips(ports, control, skipped, now))];
    await table.transact([
      moveRedial(control, next, unreached.length),
      ...moveCounts(campaignId, sumFields([...before.map(countsLeaving), { pending: before.length }])),
      ...before.map((each) => reopenEnrolment(each, reopened(each, control))),
    ]);
    return next !== null;
  });
};

/**
 * Makes everybody pending again who was not reached, or was skipped and may be called by now, with fresh attempts.
 * Returns how many it found; those beyond the first few hundred are reopened by the engine. With none, the campaign
 * stays as it is. @throws Refusal 409 while it runs or has not started.
 */
export const redialCampaign = async (
  ports: RedialPorts & Needs<'portions' | 'campaignQueue' | 'log'>,
  campaignId: string,
  by: Caller,
  now: Date,
): Promise<number> => {
  const found = await openRedial(ports, campaignId, by, now);
  if (found === 0) return 0;
  await beginInRequest(ports, campaignId, (contacts) => reopenSome(ports, campaignId, now, contacts));
  await wakeCampaign(ports, campaignId);
  return found;
};
