import { api } from '#functions/dashboard/site/api/client.ts';
import { nameOf } from '#functions/dashboard/site/campaigns/contact-name.ts';
import { valuesOf } from '#functions/dashboard/site/campaigns/edit-values.ts';
import type { OutputOf } from '#shared/client/client.ts';
import type { SavedDraft } from './draft.ts';
import type { CampaignFormValues } from './use-campaign-form.ts';

/** The largest page that lists of the API give. */
const PAGE_ROWS = 200;

type Row = OutputOf<'listCampaignContacts'>['contacts'][number];

const peopleOf = async (id: string): Promise<Row[]> => {
  const all: Row[] = [];
  for (;;) {
    const { contacts, count } = await api.listCampaignContacts({ id, limit: PAGE_ROWS, offset: all.length });
    all.push(...contacts);
    if (contacts.length === 0 || all.length >= count) return all;
  }
};

export interface RestoredDraft {
  saved: SavedDraft;
  values: CampaignFormValues;
}

/** A draft as the form of a new campaign holds it; null where the campaign is none any more. */
export const restoredDraft = async (id: string, zone: string): Promise<RestoredDraft | null> => {
  const { campaign } = await api.getCampaign({ id });
  if (campaign.status !== 'draft') return null;
  const { assistant_id: assistantId, company_id: companyId } = campaign;
  const [people, { company }] = await Promise.all([peopleOf(id), api.getCompany({ id: companyId })]);
  const contactIds = people.map(({ contact_id }) => contact_id);
  return {
    saved: { id, assistantId, companyId, contactIds },
    values: {
      ...valuesOf(campaign, zone),
      assistantId,
      companyId,
      fromNumberIds: campaign.from_number_ids,
      who: people.length === company.contact_count ? 'all' : 'chosen',
      chosen: people.map((row) => ({ id: row.contact_id, words: [nameOf(row), row.phone].filter(Boolean).join(', ') })),
      startAt: '',
    },
  };
};
