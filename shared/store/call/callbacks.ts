import { DAY_MS, epochSeconds } from '#shared/domain/time.ts';
import { keys, partitions } from '#shared/store/keys.ts';
import { lineKeys } from '#shared/store/line/line-keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  equals,
  type PutOperation,
  type RemoveOperation,
  type TableReader,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import type { CallRecord } from './calls.ts';

/** A callback waits at most a day after its time. */
const NOTE_KEPT_DAYS = 2;

/** The latest callback of a number, or one of a campaign; it may be over. */
interface CallbackNote {
  call_id: string;
}

export const callbackOfLineKey = (teamId: string, phone: string): RecordKey<CallbackNote> =>
  lineKeys.callback(teamId, phone);

const note = ({ id: call_id, scheduled_at, created_at }: CallRecord) => ({
  call_id,
  [TTL_ATTRIBUTE]: epochSeconds(Date.parse(scheduled_at ?? created_at) + NOTE_KEPT_DAYS * DAY_MS),
});

/**
 * Notes a new callback with its number and its campaign. Of two for one number at once, the second reads again and finds
 * the first, which it replaces.
 */
export const noteCallback = (call: CallRecord, before: CallbackNote | undefined): PutOperation[] => {
  const { id, team_id, to_number, callback_campaign_id } = call;
  return [
    {
      put: { ...callbackOfLineKey(team_id, to_number), ...note(call) },
      when: [before ? equals('call_id', before.call_id) : absent('pk')],
    },
    ...(callback_campaign_id === null
      ? []
      : [{ put: { ...keys.callbackOfCampaign(callback_campaign_id, id), ...note(call) } }]),
  ];
};

/** For a callback that is over. */
export const forgetCallback = (campaignId: string, callId: string): RemoveOperation => ({
  delete: keys.callbackOfCampaign(campaignId, callId),
});

/** Calls that somebody asked for in the campaign, so many at most; some may be over. */
export const readCallbacks = async (table: TableReader, campaignId: string, limit: number): Promise<string[]> => {
  const notes = await table.query<CallbackNote>({ partition: partitions.callbacksOfCampaign(campaignId), limit });
  return notes.map(({ call_id }) => call_id);
};
