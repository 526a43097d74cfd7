import { agreeInJanuary, areAlike, withoutAlike } from './alike-zones.ts';
import { CALLING_CODES, useOf } from './number-plans.ts';
import type { PrefixMap } from './sources.ts';

export interface Sources {
  map: PrefixMap;
  countries: ReadonlyMap<string, readonly string[]>;
}

const NORTH_AMERICA = '1';
const AREA_CODE_DIGITS = 3;
const COUNTRIES_OF_AREA_CODES = ['CA', 'US'];
/** The map's longer prefixes come from statistics of single numbers; what lies below an area code counts for all of it. */
const NATIONAL_DIGITS_MAX = 3;
/** Area codes that are shorter. */
const SHORT_AREA_CODES = /^(?:55\d{2}|617)/;

/** Area codes over one territory, as the North American administrator assigned them; the map knows the older ones best. */
const OVERLAYS = [
  ['208', '986'],
  ['250', '236', '672', '778'],
  ['270', '364'],
  ['306', '474', '639'],
  ['418', '367', '581'],
  ['423', '729'],
  ['541', '458'],
  ['709', '879'],
  ['812', '930'],
  ['850', '448'],
];

const union = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

const among = (zones: readonly string[], holds: (zone: string) => boolean): string[] => zones.filter(holds);

/**
 * The map's zones in this country's own names, those alike once. A zone of another country stands for the country's zone
 * whose clock agrees with it in January: the map has Bucharest for Kaliningrad and New York for Cancun.
 */
const inCountry = (zones: readonly string[], own: readonly string[], named: readonly string[]): string[] =>
  union(
    zones.map((zone) => {
      const isAlike = (each: string): boolean => areAlike(each, zone);
      const agrees = (each: string): boolean => agreeInJanuary(each, zone);
      const [first] = [among(named, isAlike), among(named, agrees), among(own, isAlike)].flat();
      return first === undefined ? withoutAlike(among(own, agrees)) : [first];
    }),
  );

/** What the map says of a prefix: of itself or of what it lies in, and of all that lies in it. */
const mappedZones = (map: PrefixMap, prefix: string): string[] => {
  const outer = Array.from({ length: prefix.length }, (_, at) => prefix.slice(0, prefix.length - at));
  const inherited = outer.map((each) => map.get(each)).find((zones) => zones !== undefined);
  const inner = [...map].filter(([each]) => each.length > prefix.length && each.startsWith(prefix));
  return union([inherited ?? [], ...inner.map(([, zones]) => zones)]);
};

const ownZones = ({ countries }: Sources, country: string): readonly string[] => countries.get(country) ?? [];

const zonesIn = (sources: Sources, callingCode: string, country: string, mapped: readonly string[]): string[] => {
  const own = ownZones(sources, country);
  // Ascension and Kosovo are none of the database's countries.
  if (own.length === 0) return union([mapped]);
  const known = sources.map.get(callingCode) ?? [];
  return inCountry(
    mapped,
    own,
    among(own, (zone) => known.includes(zone)),
  );
};

/** Every zone of a country that a number of it may be in. */
const zonesOfCountry = (sources: Sources, callingCode: string, country: string): string[] => {
  const isMain = CALLING_CODES.get(callingCode)?.[0] === country;
  const mapped = isMain ? zonesIn(sources, callingCode, country, sources.map.get(callingCode) ?? []) : [];
  return mapped.length > 0 ? mapped : withoutAlike(ownZones(sources, country)).sort();
};

type ZonesOfPrefix = Map<string, string[]>;

export interface ZoneTable {
  ofPrefix: ZonesOfPrefix;
  /** Of countries whose calling code alone says nothing. */
  ofCountry: Map<string, string[]>;
}

const zonesOfPrefix = (sources: Sources, callingCode: string, national: string): string[] => {
  const { placed, unplaced } = useOf(callingCode, national);
  const mapped = mappedZones(sources.map, callingCode + national);
  return union([
    ...[...placed].map((country) => zonesIn(sources, callingCode, country, mapped)),
    ...[...unplaced].map((country) => zonesOfCountry(sources, callingCode, country)),
  ]);
};

/** The prefixes of a calling code that differ from what they lie in, down to its area codes. */
const addBelow = (found: ZonesOfPrefix, sources: Sources, callingCode: string, national: string): void => {
  const prefix = callingCode + national;
  if (national.length >= NATIONAL_DIGITS_MAX || SHORT_AREA_CODES.test(prefix)) return;
  const outer = found.get(prefix) ?? [];
  for (let digit = 0; digit <= 9; digit += 1) {
    const zones = zonesOfPrefix(sources, callingCode, `${national}${digit}`);
    if (zones.length > 0 && zones.join() !== outer.join()) found.set(`${prefix}${digit}`, zones);
    else found.set(`${prefix}${digit}`, outer);
    addBelow(found, sources, callingCode, `${national}${digit}`);
  }
};

/** Without the prefixes that say what the next shorter one says. */
const minimal = (found: ZonesOfPrefix): ZonesOfPrefix =>
  new Map([...found].filter(([prefix, zones]) => found.get(prefix.slice(0, -1))?.join() !== zones.join()));

/** What the map says of an area code and of all that lies over the same territory. */
const mappedAreaCode = (map: PrefixMap, areaCode: string): string[] => {
  const together = OVERLAYS.find((each) => each.includes(areaCode)) ?? [areaCode];
  const known = [...map].filter(([prefix]) => together.includes(prefix.slice(1, 1 + AREA_CODE_DIGITS)));
  return union(known.filter(([prefix]) => prefix.startsWith(NORTH_AMERICA)).map(([, zones]) => zones));
};

/** The zones of each North American area code, and of the two countries that have many. */
const northAmerica = (sources: Sources): ZoneTable => {
  const prefixes = [...sources.map.keys()].filter((prefix) => prefix.startsWith(NORTH_AMERICA));
  const mapped = prefixes.map((prefix) => prefix.slice(1, 1 + AREA_CODE_DIGITS)).filter((each) => each !== '');
  const found: ZoneTable = { ofPrefix: new Map(), ofCountry: new Map() };
  for (const areaCode of [...new Set([...mapped, ...OVERLAYS.flat()])].sort()) {
    const [country = ''] = useOf(NORTH_AMERICA, areaCode).placed;
    const zones = zonesIn(sources, NORTH_AMERICA, country, mappedAreaCode(sources.map, areaCode));
    found.ofPrefix.set(NORTH_AMERICA + areaCode, zones);
    if (COUNTRIES_OF_AREA_CODES.includes(country))
      found.ofCountry.set(country, union([found.ofCountry.get(country) ?? [], zones]));
  }
  return found;
};

/** The zones of every prefix of E.164 numbers that differs from the next shorter one. */
export const zoneTable = (sources: Sources): ZoneTable => {
  const table = northAmerica(sources);
  for (const [callingCode, [main = '', ...others]] of CALLING_CODES) {
    if (callingCode === NORTH_AMERICA) continue;
    const found: ZonesOfPrefix = new Map([[callingCode, zonesOfCountry(sources, callingCode, main)]]);
    const zones = withoutAlike([main, ...others].flatMap((country) => zonesOfCountry(sources, callingCode, country)));
    if (zones.length > 1) addBelow(found, sources, callingCode, '');
    for (const [prefix, each] of minimal(found)) table.ofPrefix.set(prefix, each);
  }
  return table;
};
