import type { CallRecord } from '#shared/store/call/calls.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { type AllotPorts, allotDials, type DialRoom, giveBackPlaces } from './allot-dials.ts';
import { type ClaimPorts, claimPlanned } from './claim-contacts.ts';
import type { Short } from './dial-budget.ts';
import type { Plan } from './plan-dials.ts';

interface ClaimedInRate {
  control: CampaignControl;
  /** Claims that had a place in the dial rate. */
  claims: number;
  /** Who was short of dials; null if every claim had a place. */
  short: Short | null;
}

/**
 * Carries out a plan as far as its claims have places in the dial rate. Claims that do not come about give their places
 * back, whatever stopped them, so that many planners at once do not use up the rate by losing races.
 * @throws ConditionFailed when another planner was faster; plan again.
 */
export const claimInRate = async (
  ports: ClaimPorts & AllotPorts,
  control: CampaignControl,
  plan: Plan,
  { budget, rate }: DialRoom,
  claimed: CallRecord[],
): Promise<ClaimedInRate> => {
  const { plan: allotted, short } = await allotDials(ports, control, plan, { budget, rate });
  try {
    const after = await claimPlanned(ports, control, allotted, budget.day, claimed);
    return { control: after, claims: allotted.claims.length, short };
  } catch (error) {
    const made = new Set(claimed);
    const unmade = allotted.claims.filter(({ call }) => !made.has(call));
    await giveBackPlaces(
      ports,
      control,
      unmade.flatMap(({ call }) => call.dial_second ?? []),
    );
    throw error;
  }
};
