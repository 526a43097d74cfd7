import type { InputOf, OutputOf } from '#shared/client/client.ts';
import { DEFAULT_CALLING_HOURS } from '#shared/domain/account/dialing-settings.ts';

export type Dialing = OutputOf<'getDialingSettings'>['dialing'];
type Changes = Omit<InputOf<'updateDialingSettings'>, 'accountSlug'>;

/** What the form of the dialing settings holds; an empty text is no bound of its own. */
export interface DialingValues {
  countries: 'own' | 'chosen';
  chosen: string[];
  hasHours: boolean;
  start: string;
  end: string;
  perNumber: string;
  perDay: string;
  spend: string;
}

const textOf = (value: number | string | null): string => (value === null ? '' : String(value));

export const dialingValues = (dialing: Dialing): DialingValues => ({
  countries: dialing.allowed_countries === null ? 'own' : 'chosen',
  chosen: dialing.allowed_countries ?? dialing.effective_countries,
  hasHours: dialing.calling_hours !== null,
  ...(dialing.calling_hours ?? DEFAULT_CALLING_HOURS),
  perNumber: textOf(dialing.max_calls_per_number_per_day),
  perDay: textOf(dialing.max_calls_per_day),
  spend: textOf(dialing.max_spend_per_day_usd),
});

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The whole settings, as a PATCH has them. */
const settingsOf = (values: DialingValues): Required<Changes> => ({
  allowedCountries: values.countries === 'own' ? null : values.chosen,
  callingHours: values.hasHours ? { start: values.start, end: values.end } : null,
  maxCallsPerNumberPerDay: numberIn(values.perNumber),
  maxCallsPerDay: numberIn(values.perDay),
  maxSpendPerDayUsd: values.spend.trim() === '' ? null : values.spend.trim(),
});

/** What a PATCH has to change: what differs from the values that a form began with. */
export const dialingChanges = (began: DialingValues, values: DialingValues): Changes => {
  const before = settingsOf(began);
  const changed = Object.entries(settingsOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Changes]),
  );
  return Object.fromEntries(changed);
};
