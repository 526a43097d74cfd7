import type { NumberType } from 'libphonenumber-js/core';
import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';
import type { Numbering, NumberKind } from './numbering.ts';

/** Satellite and international networks. Their metadata are incomplete, so the prefix alone decides. */
const INTERNATIONAL_NETWORKS = ['+870', '+878', '+881', '+882', '+883', '+979'];

const NORTH_AMERICA = '+1';
const NORTH_AMERICAN_CHARS = '+12125550100'.length;

/** Every other type of the metadata is an ordinary number. */
const SPECIAL_KINDS: Partial<Record<NonNullable<NumberType>, NumberKind>> = {
  TOLL_FREE: 'toll_free',
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal',
  PAGER: 'pager',
};

/** Switches ignore the digits after a North American number, so they must not hide what the number is. */
const withoutSurplus = (phone: string): string =>
  phone.startsWith(NORTH_AMERICA) && validatePhoneNumberLength(phone, metadata) === 'TOO_LONG'
    ? phone.slice(0, NORTH_AMERICAN_CHARS)
    : phone;

/**
 * Country and kind of an E.164 number by the metadata of libphonenumber. A North American number that they do not know
 * counts as one of the US; another unknown one has no country. A number too short for its country is a short number.
 *
 * Loads 150 KB of metadata: functions that write numbers take it as a port.
 */
export const numberingOf = (phone: string): Numbering => {
  if (INTERNATIONAL_NETWORKS.some((prefix) => phone.startsWith(prefix)))
    return { country: null, kind: 'international_network' };
  if (validatePhoneNumberLength(phone, metadata) === 'TOO_SHORT') return { country: null, kind: 'short' };
  const parsed = parsePhoneNumberFromString(withoutSurplus(phone), metadata);
  const country = parsed?.country ?? null;
  const type = parsed?.getType();
  const special = type && SPECIAL_KINDS[type];
  if (special) return { country, kind: special };
  if (type && country !== null) return { country, kind: 'ordinary' };
  return phone.startsWith(NORTH_AMERICA)
    ? { country: country ?? 'US', kind: 'ordinary' }
    : { country: null, kind: 'unknown' };
};
