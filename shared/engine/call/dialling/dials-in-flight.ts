import type { Needs } from '#shared/ports/capabilities.ts';
import { DIAL_REPLY_DEADLINE_MS } from '#shared/ports/telephony.ts';
import { type CallRecord, getCalls } from '#shared/store/call/calls.ts';
import { type CampaignControl, getControl } from '#shared/store/campaign/campaigns.ts';
import { readPermitsOf, readPermittedCalls } from '#shared/store/limits/call-permits.ts';
import { getCalleeLocks } from '#shared/store/limits/callee-locks.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { DIAL_PREPARATION_MAX_SECONDS } from './dial.ts';

/** Time for the write that stores the carrier's answer. */
const ANSWER_NOTED_MARGIN_MS = 2_000;
const DIAL_MAX_MS = DIAL_PREPARATION_MAX_SECONDS * 1000 + DIAL_REPLY_DEADLINE_MS + ANSWER_NOTED_MARGIN_MS;
const LOOK_AGAIN_MS = 100;

export type QuietPorts = { table: TableReader } & Needs<'clock' | 'sleep'>;

/** Sent or about to be sent, and without an answer from the carrier. */
const isInFlight = (call: CallRecord | undefined): boolean =>
  call?.status === 'dialing' && call.call_control_id === null && call.error === null;

/**
 * Waits until none of these calls is being dialled. The caller has written its stop before: a dial that has not checked
 * it yet will, and releases its claim; a dial past its check is waited for. The wait is bounded by the longest time a
 * dial may take, measured on this clock alone.
 */
const awaitQuiet = async (ports: QuietPorts, readCallIds: () => Promise<string[]>): Promise<void> => {
  const begin = ports.clock().getTime();
  while (ports.clock().getTime() - begin < DIAL_MAX_MS) {
    const calls = await getCalls(ports.table, await readCallIds());
    if (!calls.some(isInFlight)) return;
    await ports.sleep(LOOK_AGAIN_MS);
  }
};

/** Returns once no dial of the campaign is in flight. */
export const awaitCampaignQuiet = (ports: QuietPorts, campaignId: string): Promise<void> =>
  awaitQuiet(ports, async () => {
    const control = await getControl(ports.table, campaignId);
    return control ? (await readPermitsOf(ports.table, control)).map(({ call_id }) => call_id) : [];
  });

/** Returns once no dial is in flight that somebody asked for on a call of the campaign. */
export const awaitCallbacksQuiet = (ports: QuietPorts, { id, account_id }: CampaignControl): Promise<void> =>
  awaitQuiet(ports, async () => {
    const calls = await getCalls(ports.table, await readPermittedCalls(ports.table, account_id));
    return calls.flatMap((call) => (call?.callback_campaign_id === id ? [call.id] : []));
  });

/**
 * Returns once no dial of the team to these numbers is in flight. A number that is not on a call at the first look is
 * not looked at again: a dial that takes it afterwards finds the stop.
 */
export const awaitCalleesQuiet = (ports: QuietPorts, teamId: string, phones: string[]): Promise<void> => {
  let onCall = phones;
  return awaitQuiet(ports, async () => {
    const locks = await getCalleeLocks(ports.table, teamId, onCall);
    onCall = onCall.filter((_, at) => locks[at]?.live_call_id !== undefined);
    return locks.flatMap((lock) => (lock?.live_call_id ? [lock.live_call_id] : []));
  });
};

/** Returns once no dial from this number is in flight. */
export const awaitCallerIdQuiet = (ports: QuietPorts, number: { id: string; account_id: string }): Promise<void> =>
  awaitQuiet(ports, async () => {
    const calls = await getCalls(ports.table, await readPermittedCalls(ports.table, number.account_id));
    return calls.flatMap((call) => (call?.from_number_id === number.id ? [call.id] : []));
  });

/** Returns once no dial of the account is in flight. A call takes its permit before it checks any stop. */
export const awaitAccountQuiet = (ports: QuietPorts, accountId: string): Promise<void> =>
  awaitQuiet(ports, () => readPermittedCalls(ports.table, accountId));
