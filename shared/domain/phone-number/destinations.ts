import { effectiveCountries } from '#shared/domain/account/dialing-settings.ts';
import type { Numbering, NumberKind } from './numbering.ts';

/** What an account has set, and the countries of its own active numbers. */
export interface Destinations {
  allowed_countries: readonly string[] | null;
  own_countries: readonly string[];
}

/** Kinds that nobody is called at, whatever an account allows. */
const NEVER_DIALLED: Partial<Record<NumberKind, string>> = {
  premium_rate: 'premium-rate numbers are',
  shared_cost: 'shared-cost numbers are',
  personal: 'personal numbers are',
  pager: 'pagers are',
  international_network: 'satellite and international networks are',
  short: 'short and emergency numbers, as numbers too short for their country count, are',
  unknown: 'a number that no numbering plan knows is',
};

const WHO_MAY = 'a key with the role "full" may change that with PATCH /api/settings/dialing';

const listed = (countries: readonly string[]): string => (countries.length > 0 ? countries.join(', ') : 'no country');

const settingWords = ({ allowed_countries: allowed, own_countries: own }: Destinations): string =>
  allowed === null
    ? `allowed_countries is null, so the account's own active numbers allow ${listed(effectiveCountries(null, own))}`
    : `allowed_countries is ${JSON.stringify(allowed)}, which allows ${listed(effectiveCountries(allowed, own))}`;

/**
 * Why a number must not be dialled, in words that name the rule, its value and who may change it; null if it may. Of an
 * account's own numbers a toll-free one counts as one of the US; a callee's needs no country, unless nobody may be called.
 */
export const destinationProblem = ({ country, kind }: Numbering, destinations: Destinations): string | null => {
  const never = NEVER_DIALLED[kind];
  if (never !== undefined) return `${never} never called, and no setting changes that`;
  const { allowed_countries, own_countries } = destinations;
  if (kind === 'toll_free' && allowed_countries?.length !== 0) return null;
  if (country !== null && effectiveCountries(allowed_countries, own_countries).includes(country)) return null;
  return `calls to ${country ?? 'its country'} are not allowed: ${settingWords(destinations)}; ${WHO_MAY}`;
};

/** The country for which an account's own number counts; null if for none. */
export const ownCountryOf = ({ country, kind }: Numbering): string | null => (kind === 'toll_free' ? 'US' : country);
