import { searchTextOf } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import type { InputOf } from '#shared/client/client.ts';

/** The parameters of the address that filter the contacts. */
export const FILTER_NAMES = ['search', 'company', 'status', 'doNotCall', 'hasPhone'] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

type Query = Partial<Record<string, string>>;
type Listing = Omit<InputOf<'listContacts'>, 'teamId'>;

const WHOLE_NUMBER = /^\d{1,9}$/;

export const isFiltered = (query: Query): boolean => FILTER_NAMES.some((name) => Boolean(query[name]));

/** The first row of a page, as an address names it. */
export const offsetIn = (text: string | undefined): number => (WHOLE_NUMBER.test(text ?? '') ? Number(text) : 0);

const yesOrNo = (text: string | undefined): 'true' | 'false' | undefined =>
  text === 'true' || text === 'false' ? text : undefined;

/** The filters of an address as the API takes them; what it does not know is left out. */
export const listingOf = (query: Query): Listing => {
  const search = searchTextOf(query.search ?? '');
  const doNotCall = yesOrNo(query.doNotCall);
  const hasPhone = yesOrNo(query.hasPhone);
  return {
    ...(search !== '' && { search }),
    ...(query.company && { companyId: query.company }),
    ...(query.status && { leadStatus: query.status }),
    ...(doNotCall && { doNotCall }),
    ...(hasPhone && { hasPhone }),
  };
};

/** An address without any filter, and at its first page. */
export const NO_FILTERS: Record<string, null> = Object.fromEntries(
  [...FILTER_NAMES, 'offset'].map((name) => [name, null]),
);
