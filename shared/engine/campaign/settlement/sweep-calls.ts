import { type ResolvePorts, resolveOverdue } from '#shared/engine/call/resolve-overdue.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { readPermitsOf } from '#shared/store/limits/call-permits.ts';
import { settleCalls } from './settle-calls.ts';

/**
 * A step asks the carrier for this long and about so many calls. With the last look's own deadline and the settling of
 * these calls it takes less than half of the worker's 10 seconds.
 */
const ASKING_MAX = { calls: 200, milliseconds: 1_500 };

/** Calls looked at in one step beyond which the other live calls wait for the next step. */
const FEW_CALLS = 50;

const isOver = ({ status }: { status: string }): boolean => status === 'ended' || status === 'not_dialed';

/**
 * Looks at every call that holds a slot, resolves the overdue ones and settles what changed. Answers `more` when there
 * are too many for one step.
 */
export const sweepCalls = async (
  ports: ResolvePorts & Needs<'table'>,
  control: CampaignControl,
): Promise<'done' | 'more'> => {
  const { table, clock } = ports;
  const callIds = (await readPermitsOf(table, control)).map(({ call_id }) => call_id);
  const calls = (await getCalls(table, callIds)).filter((call) => call !== undefined);
  const { asked, hasMore } = await resolveOverdue(ports, calls, ASKING_MAX);
  const over = calls.filter(isOver).map(({ id }) => id);
  const pressing = [...new Set([...over, ...asked])];
  await settleCalls(ports, control.id, pressing.slice(0, ASKING_MAX.calls), clock());
  if (hasMore || pressing.length > FEW_CALLS) return 'more';
  // Of the other calls, the campaign may have missed that they ring or were answered.
  await settleCalls(ports, control.id, callIds, clock());
  return 'done';
};
