/** Daily hours on the callee's clock: half-open [start, end), `HH:MM`; a start after the end crosses midnight. */
export interface CallingHours {
  start: string;
  end: string;
}

/** Where, when and how much an account may dial. */
export interface DialingSettings {
  /** ISO 3166-1 alpha-2; null: the countries of the account's own active numbers. */
  allowed_countries: string[] | null;
  /** Null: none. Undefined: those that the carrier in use brings, which the port of limits knows. */
  calling_hours: CallingHours | null | undefined;
  /** Dials to one number of a team within 24 hours; null: no bound. */
  max_calls_per_number_per_day: number | null;
  /** Dials of the account in a UTC day; null: what the plan allows. */
  max_calls_per_day: number | null;
  /** Decimal US dollars in a UTC day; null: no bound. */
  max_spend_per_day_usd: string | null;
}

export const DEFAULT_DIALING: DialingSettings = {
  allowed_countries: null,
  calling_hours: undefined,
  max_calls_per_number_per_day: 10,
  max_calls_per_day: null,
  max_spend_per_day_usd: null,
};

/** The calling hours of an account that has set none, where people are really called. */
export const DEFAULT_CALLING_HOURS: CallingHours = { start: '08:00', end: '21:00' };

/** Countries of one numbering plan and one tariff; whoever may call one of them may call the other. */
const INSEPARABLE = ['CA', 'US'];

/** The countries that may be called, in alphabetical order. */
export const effectiveCountries = (allowed: readonly string[] | null, own: readonly string[]): string[] => {
  const countries = new Set(allowed ?? own);
  if (INSEPARABLE.some((country) => countries.has(country))) for (const country of INSEPARABLE) countries.add(country);
  return [...countries].sort();
};
