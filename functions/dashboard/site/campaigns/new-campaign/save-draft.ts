import { api } from '#functions/dashboard/site/api/client.ts';
import { LIST_PAGE_ROWS, readAll } from '#functions/dashboard/site/api/read-all.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { canBeChangedTo, changeBody, createBody, type DraftValues, portionsToAdd, type SavedDraft } from './draft.ts';

/** The most contacts that one request adds. */
const CONTACTS_PER_REQUEST = 1_000;

type Report = (words: string) => void;

const contactsOf = async (companyId: string, report: Report): Promise<string[]> => {
  const tell = (read: number, count: number): void =>
    report(`Reading contacts: ${read.toLocaleString('en')} of ${count.toLocaleString('en')}`);
  const contacts = await readAll(async (offset) => {
    const page = await api.listContacts({ teamId: teamId.value, companyId, limit: LIST_PAGE_ROWS, offset });
    return { rows: page.contacts, count: page.count };
  }, tell);
  return contacts.map(({ id }) => id);
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
