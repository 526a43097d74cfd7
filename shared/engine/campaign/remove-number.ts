import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import { campaignsWithNumber } from '#shared/store/campaign-lists.ts';
import { type CampaignControl, changeControl, getControl } from '#shared/store/campaigns.ts';
import { keys } from '#shared/store/keys.ts';
import type { PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader, TableWriter } from '#shared/store/table/table.ts';

/** Why a campaign whose last number is gone is paused. */
export const NO_NUMBERS_LEFT = 'None of the campaign phone numbers can be called from any more.';

const WOULD_DIAL: readonly CampaignStatus[] = ['running', 'scheduled'];
const IS_OVER: readonly CampaignStatus[] = ['completed', 'cancelled'];

const firstNumber = async (table: TableReader, numberIds: string[]): Promise<string> => {
  const [first] = numberIds;
  const number = first === undefined ? undefined : await table.get<PhoneNumberRecord>(keys.phoneNumber(first));
  return number?.phone_number ?? '';
};

const without = async (
  table: TableReader,
  control: CampaignControl,
  numberId: string,
): Promise<Partial<CampaignControl>> => {
  const from_number_ids = control.from_number_ids.filter((id) => id !== numberId);
  const mustPause = from_number_ids.length === 0 && WOULD_DIAL.includes(control.status);
  return {
    from_number_ids,
    from_number: await firstNumber(table, from_number_ids),
    ...(mustPause && { status: 'paused' as const, paused_reason: NO_NUMBERS_LEFT }),
  };
};

/**
 * Takes a number that is being released out of every campaign that is not over; one that is left without any, and would
 * dial, is paused. A campaign that the index does not show yet finds the number gone at its next dial.
 */
export const removeNumberFromCampaigns = async (table: TableWriter, number: PhoneNumberRecord): Promise<void> => {
  for (const campaignId of await campaignsWithNumber(table, number.team_id, number.id)) {
    await retryingLostRaces(async () => {
      const control = await getControl(table, campaignId);
      if (!control?.from_number_ids.includes(number.id) || IS_OVER.includes(control.status)) return;
      await table.write(changeControl(control, await without(table, control, number.id)));
    });
  }
};
