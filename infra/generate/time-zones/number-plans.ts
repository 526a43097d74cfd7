import { type CountryCode, Metadata, parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** Countries of each calling code, the main one first. */
export const CALLING_CODES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(metadata.country_calling_codes),
);

/** Where area codes are part of mobile numbers too. */
const MOBILE_AREA_CODES = ['1', '52', '54', '55'];
const GEOGRAPHIC_TYPES: (string | undefined)[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];

/** Numbers tried for each prefix and length. */
const SAMPLES = 24;

/** Digits that are always the same for a seed, and spread over all values. */
const sampleDigits = (count: number, seed: number): string => {
  let value = seed;
  return Array.from({ length: count }, () => {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(value / 2 ** 16) % 10;
  }).join('');
};

/** What the numbers of a prefix are. */
export interface PrefixUse {
  /** Countries with numbers that stand for a place. */
  placed: ReadonlySet<string>;
  /** Countries with mobile, toll-free and other numbers that may be anywhere in them. */
  unplaced: ReadonlySet<string>;
}

/** What a sample of the valid numbers of this prefix are; nothing where there is no valid number. */
export const useOf = (callingCode: string, national: string): PrefixUse => {
  const placed = new Set<string>();
  const unplaced = new Set<string>();
  const plan = new Metadata(metadata);
  plan.selectNumberingPlan((CALLING_CODES.get(callingCode)?.[0] ?? 'US') as CountryCode);
  const lengths = plan.numberingPlan?.possibleLengths() ?? [];
  for (const length of lengths.filter((each) => each > national.length))
    for (let seed = 0; seed < SAMPLES; seed += 1) {
      const phone = `+${callingCode}${national}${sampleDigits(length - national.length, seed)}`;
      const parsed = parsePhoneNumberFromString(phone, metadata);
      const type = parsed?.getType();
      if (!parsed?.country || type === undefined) continue;
      const isPlaced =
        GEOGRAPHIC_TYPES.includes(type) || (type === 'MOBILE' && MOBILE_AREA_CODES.includes(callingCode));
      (isPlaced ? placed : unplaced).add(parsed.country);
    }
  return { placed, unplaced };
};
