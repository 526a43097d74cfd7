import { DAY_MS } from '#shared/domain/time.ts';

/** Zones count as one if their clocks agree in all these years. */
const COMPARED = { from: Date.UTC(2025, 0, 1, 12), until: Date.UTC(2035, 0, 1) };
/** No rules of daylight saving time differ by less. */
const PROBE_DAYS = 7;

const offsets = new Map<string, readonly string[]>();

/** The zone's offset in each week of the years compared. */
const offsetsOf = (zone: string): readonly string[] => {
  const known = offsets.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const found: string[] = [];
  for (let at = COMPARED.from; at < COMPARED.until; at += PROBE_DAYS * DAY_MS)
    found.push(formatter.format(at).split(', ')[1] ?? '');
  offsets.set(zone, found);
  return found;
};

export const areAlike = (one: string, other: string): boolean =>
  offsetsOf(one).every((offset, week) => offset === offsetsOf(other)[week]);

/** True if both clocks agree in the first days of January. */
export const agreeInJanuary = (one: string, other: string): boolean => offsetsOf(one)[0] === offsetsOf(other)[0];

/** Without those that are like an earlier one. */
export const withoutAlike = (zones: readonly string[]): string[] =>
  zones.filter((zone, place) => !zones.slice(0, place).some((earlier) => areAlike(earlier, zone)));
