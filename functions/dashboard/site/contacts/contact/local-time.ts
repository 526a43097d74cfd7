const formats = new Map<string, Intl.DateTimeFormat | null>();

const made = (zone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  } catch {
    // A browser may know fewer zones than the service.
    return null;
  }
};

const formatOf = (zone: string): Intl.DateTimeFormat | null => {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = made(zone);
  formats.set(zone, format);
  return format;
};

/** `2026-03-02 08:00`: such texts are in the order of their clocks. */
const clockIn = (zone: string, now: Date): string[] => {
  const format = formatOf(zone);
  return format ? [format.format(now)] : [];
};

const timeOf = (clock: string): string => clock.slice(-5);

/** The time now in these zones: `08:00`, or `05:00–08:00` where their clocks differ; null where none is known. */
export const timeThere = (zones: readonly string[], now: Date): string | null => {
  const clocks = zones.flatMap((zone) => clockIn(zone, now)).sort();
  const [first] = clocks;
  const last = clocks.at(-1);
  if (first === undefined || last === undefined) return null;
  return first === last ? timeOf(first) : `${timeOf(first)}–${timeOf(last)}`;
};

interface Clock {
  timezone: string | null;
  inferred_timezones: readonly string[];
  phone: string | null;
  phone_country: string | null;
}

export const zonesOf = ({ timezone, inferred_timezones }: Omit<Clock, 'phone' | 'phone_country'>): readonly string[] =>
  timezone === null ? inferred_timezones : [timezone];

/** How the zones of a contact are known, and what follows for calls. */
export const clockWords = (contact: Clock): string => {
  const { timezone, inferred_timezones: inferred, phone, phone_country: country } = contact;
  const [only, ...others] = inferred;
  if (timezone !== null) return `${timezone}, as given. Calls keep to its hours.`;
  if (phone === null) return 'Nothing is known without a number or a time zone.';
  if (only !== undefined && others.length === 0)
    return `${only}, by its number. Somebody who moved is elsewhere: set "Time zone" where you know it.`;
  if (only !== undefined)
    return `One of ${inferred.length} zones, by its number: ${inferred.join(', ')}. Calls keep to the hours of all of them until "Time zone" is set.`;
  return country === null
    ? 'The number tells no country, so no hours bind: set "Time zone" where you know it.'
    : 'The number tells the country alone. Calls keep to the hours of all its zones until "Time zone" is set.';
};
