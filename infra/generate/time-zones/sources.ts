import { readFile } from 'node:fs/promises';

/** The release of google/libphonenumber whose map is read, and its day. */
export const MAP_RELEASE = { version: 'v9.0.35', released: '2026-07-16' };
/** The release of the time zone database whose countries are read. */
export const ZONES_RELEASE = { version: '2026c', released: '2026-07-08' };

const MAP_URL = `https://raw.githubusercontent.com/google/libphonenumber/${MAP_RELEASE.version}/resources/timezones/map_data.txt`;
const ZONES_URL = `https://raw.githubusercontent.com/eggert/tz/${ZONES_RELEASE.version}/zone.tab`;

const textOf = async (file: string | undefined, url: string): Promise<string> => {
  if (file !== undefined) return readFile(file, 'utf8');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.text();
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Names of the map, and those that are used for them: the present one, or that of most people there. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Kuching': 'Asia/Kuala_Lumpur',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Digits of an E.164 number, from its country calling code on, and the zones that the published map has for them. */
export type PrefixMap = ReadonlyMap<string, readonly string[]>;

/** The published map; `file` is a copy of it. */
export const readPrefixMap = async (file: string | undefined): Promise<PrefixMap> => {
  const rows = lines(await textOf(file, MAP_URL)).map((line) => line.trim().split('|'));
  return new Map(
    rows.map(([prefix = '', zones = '']) => [prefix, zones.split('&').map((zone) => RENAMED[zone] ?? zone)]),
  );
};

/** The zones of each country, the most important first; `file` is a copy of the database's `zone.tab`. */
export const readCountryZones = async (file: string | undefined): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = lines(await textOf(file, ZONES_URL)).map((line) => line.split('\t'));
  const countries = Object.groupBy(rows, ([country = '']) => country);
  return new Map(
    Object.entries(countries).map(([country, of = []]) => [country, of.map(([, , zone = '']) => zone)] as const),
  );
};
