import { judgeEligibility } from '#shared/domain/campaign/eligibility.ts';
import { candidatesOf } from '#shared/engine/campaign/planning/candidates.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { callingHoursOf, getDialingSettings } from '#shared/store/account/dialing-settings.ts';
import { type CampaignControl, callWindowOf } from '#shared/store/campaign/campaigns.ts';
import { readSkipped } from '#shared/store/campaign/enrolment-reads.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';
import type { TableReader } from '#shared/store/table/table.ts';

type LiftPorts = { table: TableReader } & Needs<'limits'>;

/** Of skipped contacts, those whom nothing forbids to call any more. */
export const liftedSkips = async (
  { table, limits }: LiftPorts,
  control: CampaignControl,
  skipped: EnrolmentRecord[],
  now: Date,
): Promise<EnrolmentRecord[]> => {
  if (skipped.length === 0) return [];
  const [candidates, destinations] = await Promise.all([
    candidatesOf(table, control, skipped),
    getDialingSettings(table, control.account_id),
  ]);
  const callingHours = callingHoursOf(destinations, limits);
  const rules = { window: callWindowOf(control), callingHours, destinations };
  return candidates.flatMap(({ enrolment, contact, line }) =>
    judgeEligibility(contact, line?.do_not_call === true, rules, now).decision === 'skip' ? [] : [enrolment],
  );
};

/** Skipped contacts of a campaign that a request judges, to say how many a redial finds; about five seconds' work. */
const JUDGED_IN_REQUEST_MAX = 10_000;
const JUDGED_TOGETHER = 100;

/** The skipped contacts of a campaign whom a redial would take up now, of the first 10,000; `isAll` if there are no more. */
export const findLiftedSkips = async (
  ports: LiftPorts,
  control: CampaignControl,
  now: Date,
): Promise<{ lifted: EnrolmentRecord[]; isAll: boolean }> => {
  const lifted: EnrolmentRecord[] = [];
  let place: string | null = '';
  for (let judged = 0; place !== null && judged < JUDGED_IN_REQUEST_MAX; judged += JUDGED_TOGETHER) {
    const { enrolments, next } = await readSkipped(ports.table, control.id, place, JUDGED_TOGETHER);
    lifted.push(...(await liftedSkips(ports, control, enrolments, now)));
    place = next;
  }
  return { lifted, isAll: place === null };
};
