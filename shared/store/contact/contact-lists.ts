import { chunked } from '#shared/domain/lists.ts';
import { counterOwners, lists } from '#shared/store/keys.ts';
import { hasText, readPage, searched } from '#shared/store/table/lists.ts';
import { equals, type Key, type TableReader } from '#shared/store/table/table.ts';
import { contactIdsOf, countContactsOf } from './contact-phones.ts';
import { type ContactRecord, havingPhone } from './contacts.ts';

/** Contacts with one number that are read together; each may be large. */
const READ_TOGETHER = 200;

interface ContactFilter {
  companyId?: string | undefined;
  search?: string | undefined;
  leadStatus?: string | undefined;
  doNotCall?: boolean | undefined;
  hasPhone?: boolean | undefined;
  /** E.164, primary or secondary. */
  phone?: string | undefined;
}

interface Page {
  limit: number;
  offset: number;
}

interface ContactPage {
  items: ContactRecord[];
  count: number;
}

type Indexed = Pick<ContactRecord, 'company_id' | 'lead_status' | 'do_not_call'> & { has_phone: boolean; text: string };

/** What the filters ask of the compact `ix` attribute of a contact, but for the search. */
const askedOf = ({ companyId, leadStatus, doNotCall, hasPhone }: ContactFilter): Partial<Indexed> => ({
  ...(companyId && { company_id: companyId }),
  ...(leadStatus && { lead_status: leadStatus }),
  ...(doNotCall !== undefined && { do_not_call: doNotCall }),
  ...(hasPhone !== undefined && { has_phone: hasPhone }),
});

/** Whether a contact meets the filters, as the database would decide by the list's index. */
const meets = (filter: ContactFilter) => {
  const asked = Object.entries(askedOf(filter)) as [keyof Indexed, unknown][];
  return (contact: ContactRecord): boolean => {
    const { ix } = contact as unknown as { ix: Indexed };
    return asked.every(([field, value]) => ix[field] === value) && hasText(ix.text, filter.search);
  };
};

/** Without other filters only the page is read; with some every contact that has the number, portion by portion. */
const listByPhone = async (
  table: TableReader,
  teamId: string,
  { phone, ...filter }: ContactFilter & { phone: string },
  { limit, offset }: Page,
): Promise<ContactPage> => {
  if (Object.keys(askedOf(filter)).length === 0 && !filter.search) {
    const [ids, count] = await Promise.all([
      contactIdsOf(table, teamId, phone, offset + limit),
      countContactsOf(table, teamId, phone),
    ]);
    return { items: await havingPhone(table, phone, ids.slice(offset)), count };
  }
  const isWanted = meets(filter);
  const page: ContactPage = { items: [], count: 0 };
  for (const some of chunked(await contactIdsOf(table, teamId, phone), READ_TOGETHER)) {
    const matches = (await havingPhone(table, phone, some)).filter(isWanted);
    const from = Math.max(0, offset - page.count);
    page.items.push(...matches.slice(from, from + limit - page.items.length));
    page.count += matches.length;
  }
  return page;
};

/** A page of a team's contacts, newest first, with the number of all that match. By a number it is consistent. */
export const listContactRecords = async (
  table: TableReader,
  teamId: string,
  filter: ContactFilter,
  page: Page,
): Promise<ContactPage> => {
  if (filter.phone !== undefined) return listByPhone(table, teamId, { ...filter, phone: filter.phone }, page);
  return readPage<ContactRecord>(table, {
    list: lists.contacts(teamId),
    counter: counterOwners.contacts(teamId),
    filter: [
      ...Object.entries(askedOf(filter)).map(([field, value]) => equals(`ix.${field}`, value)),
      ...searched(filter.search),
    ],
    ...page,
  });
};

/** The keys of a team's contacts that must not be called. May lag by moments. */
export const readMarked = (table: TableReader, teamId: string): Promise<Key[]> =>
  table.query<object>({
    index: 'list',
    partition: lists.contacts(teamId),
    fields: ['pk', 'sk'],
    filter: [equals('ix.do_not_call', true)],
  });
