import { api } from '#functions/dashboard/site/api/client.ts';
import { LIST_PAGE_ROWS, readAll } from '#functions/dashboard/site/api/read-all.ts';
import { nameOf } from '#functions/dashboard/site/campaigns/contact-name.ts';
import { valuesOf } from '#functions/dashboard/site/campaigns/edit-values.ts';
import type { OutputOf } from '#shared/client/client.ts';
import type { SavedDraft } from './draft.ts';
import type { CampaignFormValues } from './use-campaign-form.ts';

type Row = OutputOf<'listCampaignContacts'>['contacts'][number];

const peopleOf = (id: string): Promise<Row[]> =>
  readAll<Row>(async (offset) => {
    const { contacts, count } = await api.listCampaignContacts({ id, limit: LIST_PAGE_ROWS, offset });
    return { rows: contacts, count };
  });

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
