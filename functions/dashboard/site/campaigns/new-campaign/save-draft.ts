import { api } from '#functions/dashboard/site/api/client.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { canBeChangedTo, changeBody, createBody, type DraftValues, portionsToAdd, type SavedDraft } from './draft.ts';

/** The largest page that lists of the API give, and the most contacts that one request adds. */
const PAGE_ROWS = 200;
const CONTACTS_PER_REQUEST = 1_000;

type Report = (words: string) => void;

const contactsOf = async (companyId: string, report: Report): Promise<string[]> => {
  const ids: string[] = [];
  for (;;) {
    const page = { teamId: teamId.value, companyId, limit: PAGE_ROWS, offset: ids.length };
    const { contacts, count } = await api.listContacts(page);
    ids.push(...contacts.map(({ id }) => id));
    report(
      `Reading contacts: ${ids.length.toLocaleString('en')} of ${Math.max(count, ids.length).toLocaleString('en')}`,
    );
    if (contacts.length === 0 || ids.length >= count) return ids;
  }
};

type Wanted = Pick<DraftValues, 'who' | 'companyId' | 'contactIds'>;

/** The ids of all who are meant. */
export const contactsWanted = ({ who, companyId, contactIds }: Wanted, report: Report): Promise<string[]> =>
  who === 'all' ? contactsOf(companyId, report) : Promise.resolve(contactIds);

/** Adds those who are not in it yet; repeated with the same key, it goes on where it stopped. */
export const addContacts = async (
  draft: Pick<SavedDraft, 'id' | 'contactIds'>,
  wanted: readonly string[],
  key: string,
  report: Report,
): Promise<void> => {
  const portions = portionsToAdd(draft.contactIds, wanted, CONTACTS_PER_REQUEST);
  for (const [index, contactIds] of portions.entries()) {
    report(`Adding contacts: portion ${index + 1} of ${portions.length}`);
    await api.addCampaignContacts({ id: draft.id, contactIds }, { idempotencyKey: `${key}-${draft.id}-${index}` });
  }
};

/** The one draft of a form: changed where that is possible, else replaced by a new one. */
const draftFor = async (values: DraftValues, saved: SavedDraft | null, wanted: readonly string[], key: string) => {
  if (saved && canBeChangedTo(saved, values, wanted)) {
    await api.updateCampaign(changeBody(saved.id, values));
    return saved;
  }
  const { campaign } = await api.createCampaign(createBody(values, teamId.value), { idempotencyKey: `${key}-draft` });
  if (saved) await api.deleteCampaign({ id: saved.id });
  return { id: campaign.id, assistantId: values.assistantId, companyId: values.companyId, contactIds: [] };
};

/** Makes the draft what the form says, contacts included. @throws ApiError where the service refuses. */
export const saveDraft = async (
  values: DraftValues,
  saved: SavedDraft | null,
  key: string,
  { report, keep }: { report: Report; keep: (draft: SavedDraft) => void },
): Promise<SavedDraft> => {
  const wanted = await contactsWanted(values, report);
  const draft = await draftFor(values, saved, wanted, key);
  // Kept before its contacts are in, so that whoever presses again after a failure goes on with the same draft.
  keep(draft);
  await addContacts(draft, wanted, key, report);
  const whole = { ...draft, contactIds: wanted };
  keep(whole);
  return whole;
};
