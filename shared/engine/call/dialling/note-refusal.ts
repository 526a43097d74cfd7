import { hangUp, REFUSED_BUT_PLACED } from '#shared/engine/call/hang-up.ts';
import { type ReleasePorts, releaseSingle } from '#shared/engine/call/single/release-call.ts';
import { settleSingle } from '#shared/engine/call/single/settle-call.ts';
import { tellCampaign } from '#shared/engine/call/tell.ts';
import { changeAndAnnounce } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { retryingLostRaces, succeeded, writeChange } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { releaseForCampaign } from './release-claim.ts';

/** The call as an event has shown it to be placed, with the refusal noted; undefined if its claim is no longer this. */
const notePlaced = (
  table: TableWriter,
  { id, generation }: CallRecord,
  refusal: CallRecord['refusal'],
): Promise<CallRecord | undefined> =>
  retryingLostRaces(table, async () => {
    const call = await getCall(table, id);
    if (!call || call.generation !== generation) return undefined;
    return writeChange(table, changeCall(call, { refusal }));
  });

type RefusalPorts = ReleasePorts & Needs<'telephony' | 'campaignQueue'>;

/** Writes what follows from the refusal; false if an event was faster. */
const write = async (
  ports: RefusalPorts,
  call: CallRecord,
  refusal: NonNullable<CallRecord['refusal']>,
  changes: Partial<CallRecord>,
): Promise<boolean> => {
  const { status, not_dialed_reason: reason } = changes;
  if (status === 'not_dialed' && reason) {
    if (isSingle(call)) return releaseSingle(ports, call, reason, { refusal });
    return releaseForCampaign(ports, call, reason, { refusal, error: refusal.reason });
  }
  const noted = { ...changes, refusal, error: refusal.reason };
  if (!(await succeeded(changeAndAnnounce(ports, call, noted, ports.clock())))) return false;
  const after = { ...call, ...noted };
  await tellCampaign(ports, after);
  await settleSingle(ports.table, after);
  return true;
};

/**
 * Notes what follows from the carrier's refusal of a dial. An event that was faster proves that the carrier placed the
 * call all the same: it is hung up, for its attempt counts, and the refusal is kept for the campaign's settlement.
 */
export const noteRefusal = async (
  ports: RefusalPorts,
  call: CallRecord,
  refusal: NonNullable<CallRecord['refusal']>,
  changes: Partial<CallRecord>,
): Promise<void> => {
  if (await write(ports, call, refusal, changes)) return;
  const placed = await notePlaced(ports.table, call, refusal);
  if (!placed || placed.status === 'ended' || placed.call_control_id === null) return;
  const { id, call_control_id, generation } = placed;
  await hangUp(ports, { id, call_control_id, generation }, REFUSED_BUT_PLACED);
};
