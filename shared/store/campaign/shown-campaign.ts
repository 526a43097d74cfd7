import { noContacts } from '#shared/domain/campaign/contact-status.ts';
import { noCampaign } from '#shared/domain/campaign/status.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { type CampaignControl, definitionAndCounterKeys, toCampaign } from './campaigns.ts';

/** The campaign whose control was just read or written. @throws Refusal 404 when it never had a definition. */
export const readShownCampaign = async (table: TableReader, control: CampaignControl): Promise<Campaign> => {
  const { definition, counts, usage } = await readTogether(table, definitionAndCounterKeys(control.id));
  if (!definition) throw noCampaign(control.id);
  return toCampaign(definition, control, counts ?? noContacts(), usage);
};
