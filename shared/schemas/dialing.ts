import * as z from 'zod';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';
import { accountSlug, fieldsRule, wallClock } from './fields/primitives.ts';

const CALLS_PER_NUMBER_MAX = 100;
/** No plan allows more. */
const CALLS_PER_DAY_MAX = 1_000_000;

const country = z
  .enum(COUNTRIES as [string, ...string[]], 'must be an ISO 3166-1 alpha-2 country code, such as US')
  .meta({ description: 'ISO 3166-1 alpha-2.', examples: ['US'] });

const callingHours = z.object({ start: wallClock, end: wallClock }).meta({
  description:
    'Daily hours on the clock of whoever is called, half-open; `end` differs from `start`, and an end before the start is on the next day.',
  examples: [{ start: '08:00', end: '21:00' }],
});

const usd = z
  .string()
  .regex(
    /^\d{1,7}(\.\d{1,2})?$/,
    'must be an amount such as "50.00", from "0" to "9999999.99" with two decimals at most',
  )
  .transform((amount) => Number(amount).toFixed(2))
  .meta({ description: 'US dollars.', examples: ['50.00'] });

export const Dialing = z
  .object({
    allowed_countries: z.nullable(z.array(z.string())).meta({
      description: "Countries that may be called; null: those of the account's own active numbers.",
      examples: [null],
    }),
    effective_countries: z.array(z.string()).meta({
      description: 'What that comes to: US and CA imply each other.',
      examples: [['CA', 'US']],
    }),
    calling_hours: z.nullable(z.object({ start: z.string(), end: z.string() })).meta({
      description: 'Daily hours on the clock of whoever is called; null: none.',
      examples: [null],
    }),
    max_calls_per_number_per_day: z.nullable(z.int()).meta({
      description: 'Dials to one number of a team within 24 hours; null: no bound.',
      examples: [10],
    }),
    max_calls_per_day: z.nullable(z.int()).meta({
      description: 'Dials of the account in a UTC day; null: what the plan allows.',
      examples: [null],
    }),
    max_spend_per_day_usd: z.nullable(z.string()).meta({
      description:
        'US dollars in a UTC day; null: no bound. It counts what the carrier reports, on the day of the report, so live ' +
        'calls may exceed it.',
      examples: [null],
    }),
    calls_today: z.int().meta({ description: 'Dials of the account in this UTC day.', examples: [42] }),
    calls_per_day_allowed: z.int().meta({ description: 'Dials that a UTC day allows.', examples: [20_000] }),
    spend_today_usd: z.string().meta({ description: 'US dollars that count for this UTC day.', examples: ['1.2500'] }),
  })
  .meta({ id: 'Dialing' });
export type Dialing = z.output<typeof Dialing>;

export const UpdateDialingBody = z.object({
  accountSlug,
  allowedCountries: z
    .array(country)
    .max(COUNTRIES.length)
    .transform((countries) => [...new Set(countries)])
    .nullable()
    .optional()
    .meta({
      description: "Countries that may be called; null: those of the account's own active numbers; []: nobody.",
      examples: [['US']],
    }),
  callingHours: callingHours
    .check(
      fieldsRule<{ start?: unknown; end?: unknown }>(
        'end',
        'must differ from start',
        ({ start, end }) => start === undefined || start !== end,
      ),
    )
    .nullable()
    .optional(),
  maxCallsPerNumberPerDay: z
    .int()
    .min(1)
    .max(CALLS_PER_NUMBER_MAX)
    .nullable()
    .optional()
    .meta({ description: 'Null: no bound.', examples: [10] }),
  maxCallsPerDay: z
    .int()
    .min(0)
    .max(CALLS_PER_DAY_MAX)
    .nullable()
    .optional()
    .meta({ description: 'At most what the plan allows, which null stands for.', examples: [100] }),
  maxSpendPerDayUsd: usd.nullable().optional(),
});
export type UpdateDialingBody = z.output<typeof UpdateDialingBody>;
