import { ZONES_OF_COUNTRIES, ZONES_OF_PREFIXES } from './zone-table.ts';

type Zones = readonly string[];

/** Of the table's form: zones that end in a colon, then what they belong to. */
const readTable = (text: string): ReadonlyMap<string, Zones> => {
  const found = new Map<string, Zones>();
  let zones: Zones = [];
  for (const word of text.trim().split(/\s+/))
    if (word.endsWith(':')) zones = word.slice(0, -1).split('+');
    else found.set(word, zones);
  return found;
};

interface ZoneTable {
  ofPrefix: ReadonlyMap<string, Zones>;
  ofCountry: ReadonlyMap<string, Zones>;
  longestPrefix: number;
}

let table: ZoneTable | undefined;

/** Read at the first number, not at every start. */
const zoneTable = (): ZoneTable => {
  if (table) return table;
  const ofPrefix = readTable(ZONES_OF_PREFIXES);
  const longestPrefix = Math.max(...[...ofPrefix.keys()].map((prefix) => prefix.length));
  table = { ofPrefix, ofCountry: readTable(ZONES_OF_COUNTRIES), longestPrefix };
  return table;
};

/**
 * The IANA zones that an E.164 number may be in: of the US and Canada by area code, of other countries by prefix or as a
 * whole; empty where the number says nothing. A mobile number may be anywhere in the country whose number it is, and a
 * ported one keeps its area code wherever its owner lives, so zones that follow from a number are a floor, not a proof.
 */
export const inferredZonesOf = (phone: string | null): Zones => {
  if (phone === null) return [];
  const { ofPrefix, longestPrefix } = zoneTable();
  const digits = phone.slice(1);
  for (let length = longestPrefix; length > 0; length -= 1) {
    const zones = ofPrefix.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return [];
};

/** What tells whose clock it is, of a contact or of a number alone. */
export interface CalleeClock {
  /** The contact's own IANA zone; null without one. */
  timezone: string | null;
  /** The number that is dialled, E.164. */
  phone: string | null;
  /** Its country by the numbering plans; null if unknown. */
  phone_country: string | null;
}

/**
 * The IANA zones on whose clocks somebody's hours must be open at once: the contact's own zone, else every one inferred
 * from the number, else every one of the number's country. Empty where that is unknown too: no hours bind.
 */
export const calleeZonesOf = ({ timezone, phone, phone_country }: CalleeClock): Zones => {
  if (timezone !== null) return [timezone];
  const inferred = inferredZonesOf(phone);
  if (inferred.length > 0 || phone_country === null) return inferred;
  return zoneTable().ofCountry.get(phone_country) ?? [];
};
