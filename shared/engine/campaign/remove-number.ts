import { isOver, transition } from '#shared/domain/campaign/status.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { campaignsWithNumber } from '#shared/store/campaign/campaign-lists.ts';
import { type CampaignControl, changeControl, getControl } from '#shared/store/campaign/campaigns.ts';
import { getNumber, type PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { notePause } from './note-pause.ts';

/** `paused_reason` of a campaign that lost its last number. */
export const NO_NUMBERS_LEFT = 'None of the campaign phone numbers can be called from any more.';

const without = async (
  table: TableReader,
  control: CampaignControl,
  numberId: string,
  now: Date,
): Promise<Partial<CampaignControl>> => {
  const from_number_ids = control.from_number_ids.filter((id) => id !== numberId);
  const [first] = from_number_ids;
  const halted = first === undefined && transition(control, { type: 'halt', reason: NO_NUMBERS_LEFT }, now).changes;
  return {
    from_number_ids,
    from_number: (first && (await getNumber(table, first))?.phone_number) ?? '',
    ...halted,
  };
};

/**
 * Removes a number that is being released from every campaign that is not over, and halts active ones left without any.
 * A campaign that the index does not show yet finds the number gone at its next dial.
 */
export const removeNumberFromCampaigns = async (
  { table, log }: Needs<'table' | 'log'>,
  number: PhoneNumberRecord,
  now: Date,
): Promise<void> => {
  for (const campaignId of await campaignsWithNumber(table, number.team_id, number.id)) {
    await retryingLostRaces(table, async () => {
      const control = await getControl(table, campaignId);
      if (!control?.from_number_ids.includes(number.id) || isOver(control)) return;
      const changes = await without(table, control, number.id, now);
      await table.write(changeControl(control, changes).operation);
      if (changes.status === 'paused') notePause(log, control, 'no_numbers_left');
    });
  }
};
