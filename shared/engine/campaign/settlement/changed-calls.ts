import { wakeCampaign } from '#shared/engine/campaign/give-command.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { isOver } from '#shared/store/call/calls.ts';
import {
  lastSettledIn,
  removeSettled,
  SETTLED_TOGETHER_MAX,
  unsettledIn,
  unsettledKey,
} from '#shared/store/campaign/unsettled-calls.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { type CampaignCalls, readCallsOf } from './settle-calls.ts';

/**
 * Steps of a campaign are this far apart while its calls end one after the other, so that several share what each step
 * costs. A slot stands empty for as long at most; one that is freed after a quiet moment does not wait.
 */
const STEPS_APART_MS = 180;
/** Calls whose settlement waits for no others. */
const ENOUGH_CALLS = 4;

/** Calls of a campaign that have changed, by what its messages say and by what is noted. */
interface ChangedCalls {
  known: CampaignCalls;
  /** Whether what is known is as new as the notes. */
  isKnownNow: boolean;
  /** Those that are noted, as many as one step settles. */
  noted: string[];
  /** When a step settled some the last time; null if it is not known. */
  lastSettled: Date | null;
}

const readNow = async (table: TableReader, campaignId: string, told: string[]): Promise<ChangedCalls> => {
  // In one turn, so that they are one request.
  const [{ unsettled }, known] = await Promise.all([
    readTogether(table, { unsettled: unsettledKey(campaignId) }),
    readCallsOf(table, campaignId, told),
  ]);
  const noted = [...unsettledIn(unsettled).keys()].slice(0, SETTLED_TOGETHER_MAX);
  // A call is over before it is noted; one read together with its note may be older.
  const isKnownNow = known.calls.every((call) => isOver(call) || !noted.includes(call.id));
  return { known, isKnownNow, noted, lastSettled: lastSettledIn(unsettled) };
};

/** How long a step waits for others to end. */
export const waitForOthersMs = (
  { noted, lastSettled }: Pick<ChangedCalls, 'noted' | 'lastSettled'>,
  now: Date,
): number => {
  if (noted.length === 0 || noted.length >= ENOUGH_CALLS || lastSettled === null) return 0;
  // A clock that is behind sees the last step in its future.
  const sinceMs = Math.max(0, now.getTime() - lastSettled.getTime());
  return Math.max(0, STEPS_APART_MS - sinceMs);
};

/** Reads the calls for which a step was woken, and those that end right after them. */
export const readChangedCalls = async (
  { table, clock, sleep }: Needs<'table' | 'clock' | 'sleep'>,
  campaignId: string,
  messages: CampaignMessage[],
): Promise<ChangedCalls> => {
  const told = [...new Set(messages.flatMap(({ call_id }) => call_id ?? []))];
  const changed = await readNow(table, campaignId, told);
  // People, and whoever waits for a time, are not kept waiting.
  const waitMs = messages.every(({ reason }) => reason === 'call') ? waitForOthersMs(changed, clock()) : 0;
  if (waitMs === 0) return changed;
  await sleep(waitMs);
  return readNow(table, campaignId, [...new Set([...told, ...changed.noted])]);
};

/** Takes settled calls off the campaign's list, and wakes it for those that came meanwhile. */
export const finishSettled = async (
  ports: Needs<'table' | 'campaignQueue' | 'clock'>,
  campaignId: string,
  settled: string[],
): Promise<void> => {
  if (settled.length === 0) return;
  const before = await ports.table.updateReturningOld(removeSettled(campaignId, settled, ports.clock()));
  // After a lost reply, or beside another step, those that are settled do not stand there any more.
  const hasMore = [...unsettledIn(before).keys()].some((callId) => !settled.includes(callId));
  if (hasMore) await wakeCampaign(ports, campaignId, 'call');
};
