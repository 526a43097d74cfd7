import { MINUTE_MS } from '#shared/domain/time.ts';
import { enrolmentsIn } from '#test/simulation/checks/records.ts';
import type { World } from './world.ts';

/** How long to wait for lines that inbound calls left taken. */
const LINES_AWAITED_MS = 30 * MINUTE_MS;

const OVER: readonly unknown[] = ['ended', 'cancelled'];

const isCampaignAtRest = (world: World, campaignId: string, isFinished: boolean): boolean => {
  const { status, active_pk: active, deleted_at: deletedAt } = world.control(campaignId);
  if (active !== undefined) return false;
  if (status === 'completed' || status === 'cancelled') return true;
  if (deletedAt) return status !== 'running';
  if (status === 'draft') {
    const contacts = enrolmentsIn(world.checked.table, campaignId);
    return contacts.length === 0 || !isFinished;
  }
  return status === 'paused' && !isFinished;
};

const isInboundAtRest = ({ outside, checks, kernel, activeAt }: World): boolean => {
  if (outside.inbound.live().length > 0 || checks.inbound.hasOpenRecords()) return false;
  return kernel.now - activeAt > LINES_AWAITED_MS || !checks.inbound.hasLines();
};

/** Nothing is on its way, nobody waits for anything, and people have what they wanted. */
export const isAtRest = (world: World): boolean => {
  if (world.faults.active || world.busyRequests > 0) return false;
  const { services } = world;
  const { carrier } = world.outside;
  const queues = [
    ...[services.dialQueue, services.callEventQueue, services.campaignQueue, services.webhookQueue],
    ...[services.endedCallQueue, services.conversationQueue, services.erasureQueue],
  ];
  if (queues.some((queue) => queue && queue.pending > 0) || carrier.events.undelivered > 0) return false;
  if (world.checks.announcements.waiting > 0 || world.checks.erasures.open > 0) return false;
  if (carrier.liveCalls().length > 0) return false;
  if (world.checks.single.calls.all().some(({ status, active_pk }) => !OVER.includes(status) || active_pk))
    return false;
  const { campaigns } = world.scenario;
  const areCampaignsAtRest = world.campaignIds.every((id, at) =>
    isCampaignAtRest(world, id, campaigns[at]?.isFinished === true),
  );
  return areCampaignsAtRest && isInboundAtRest(world);
};
