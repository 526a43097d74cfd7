import type { InputOf } from '#shared/client/client.ts';
import { CALL_OUTCOMES, CALL_STATUSES } from '#shared/domain/call/lifecycle.ts';

export const DIRECTIONS = ['inbound', 'outbound'] as const;

/** The parameters of the address that filter the calls; dates are days of the browser's zone, as `YYYY-MM-DD`. */
export const FILTER_NAMES = [
  'status',
  'outcome',
  'direction',
  'assistant',
  'campaign',
  'contact',
  'from',
  'to',
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];
export type Filters = Partial<Record<FilterName, string>>;

type Query = Partial<Record<string, string>>;
type Listing = Omit<InputOf<'listCalls'>, 'teamId'>;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The midnight that begins the day some days after a date; undefined for what is no date. */
const midnight = (date: string | undefined, daysLater: number): string | undefined => {
  const [, year, month, day] = DATE.exec(date ?? '') ?? [];
  const at = new Date(Number(year), Number(month) - 1, Number(day) + daysLater);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

const oneOf = <Value extends string>(values: readonly Value[], given: string | undefined): Value | undefined =>
  values.find((value) => value === given);

/** What an address filters by; what the list does not know is left out. */
export const filtersIn = (query: Query): Filters => {
  const { assistant, campaign, contact, from, to } = query;
  const known: Partial<Record<FilterName, string | undefined>> = {
    status: oneOf(CALL_STATUSES, query.status),
    outcome: oneOf(CALL_OUTCOMES, query.outcome),
    direction: oneOf(DIRECTIONS, query.direction),
    assistant,
    campaign,
    contact,
    from: midnight(from, 0) && from,
    to: midnight(to, 0) && to,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => Boolean(value)));
};

export const isFiltered = (filters: Filters): boolean => Object.keys(filters).length > 0;

const defined = (fields: Record<string, string | undefined>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The filters as the API takes them: the last day is included. */
export const listingOf = ({ assistant, campaign, contact, from, to, ...same }: Filters): Listing =>
  defined({
    ...same,
    assistantId: assistant,
    campaignId: campaign,
    contactId: contact,
    from: midnight(from, 0),
    to: midnight(to, 1),
  });
