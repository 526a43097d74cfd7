import * as z from 'zod';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';
import { SHOWN_NUMBER_STATUSES } from '#shared/domain/phone-number/reconciliation.ts';
import { LIST_LIMIT_MAX } from './fields/paging.ts';
import { fieldsRule, id, phone, shortText, timestamp } from './fields/primitives.ts';

const NUMBER_SEARCH_LIMIT_DEFAULT = 20;
/** Countries whose numbers have three-digit area codes. */
const AREA_CODE_COUNTRIES = ['US', 'CA'];

export const PurchasedNumber = z.object({
  id: id('phone number', 'num_01JNB4Q8Z6W2'),
  phone_number: z.string().meta({ examples: ['+14155550123'] }),
  provider_number_id: z.string().meta({ examples: ['sim-14155550123'] }),
  status: z.string().meta({ examples: ['active'] }),
  is_trial: z.boolean().meta({ examples: [false] }),
  trial_expires_at: timestamp.nullable(),
  message: z.string().meta({ examples: ['+14155550123 is yours.'] }),
});

export const PhoneNumber = z
  .object({
    id: id('phone number', 'num_01JNB4Q8Z6W2'),
    phone_number: z.string().meta({ examples: ['+14155550123'] }),
    provider: z.string().meta({ examples: ['simulated'] }),
    status: z.enum(SHOWN_NUMBER_STATUSES).meta({
      description:
        '`active`: in use. `releasing`: out of use, but not yet returned. `released`: returned to the carrier.',
      examples: ['active'],
    }),
    is_trial: z.boolean().meta({ examples: [false] }),
    trial_expires_at: timestamp.nullable(),
    assistant_id: z.nullable(z.string()).meta({ examples: [null] }),
    assistant_name: z.nullable(z.string()).meta({ examples: [null] }),
    created_by_email: z.string().meta({ examples: ['owner@acme.example'] }),
    created_by_name: z.string().meta({ examples: ['Olive Owner'] }),
    created_at: timestamp,
  })
  .meta({ id: 'PhoneNumber' });

export const Eligibility = z.object({
  currentCount: z.int().meta({
    description: 'Numbers that the account holds, including this one and any being bought or released.',
    examples: [1],
  }),
  maxAllowed: z.int().meta({ examples: [25] }),
  hasSubscription: z.boolean().meta({ examples: [true] }),
  planName: z.string().meta({ examples: ['growth'] }),
});

export const AvailableNumber = z
  .object({
    phoneNumber: z.string().meta({ examples: ['+14155550123'] }),
    monthlyPrice: z.string().meta({ description: 'USD.', examples: ['1.00'] }),
    setupPrice: z.string().meta({ description: 'USD.', examples: ['1.00'] }),
    features: z.array(z.string()).meta({ examples: [['voice', 'sms']] }),
  })
  .meta({ id: 'AvailableNumber' });

const NO_COUNTRY = 'must be an ISO 3166-1 alpha-2 country code, such as US';

/** Loading the names of all regions takes 30 ms, so only codes that are not of the list, such as UK, are looked up in them. */
const isOtherRegion = (code: string): boolean => {
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code);
  return name !== undefined && name !== 'Unknown Region';
};

const isCountry = (code: string): boolean => COUNTRIES.includes(code) || isOtherRegion(code);

const filters = z
  .object({
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, NO_COUNTRY)
      .transform((code) => code.toUpperCase())
      .refine(isCountry, NO_COUNTRY)
      .meta({ description: 'ISO 3166-1 alpha-2.', examples: ['US'] }),
    areaCode: z
      .string()
      .regex(/^[0-9]{3}$/, 'must be three digits')
      .optional()
      .meta({ description: 'Three digits; US and CA only.', examples: ['415'] }),
    numberType: z
      .enum(['local', 'toll-free'])
      .default('local')
      .meta({ examples: ['local'] }),
    limit: z
      .int()
      .min(1)
      .transform((value) => Math.min(value, LIST_LIMIT_MAX))
      .default(NUMBER_SEARCH_LIMIT_DEFAULT)
      .meta({ examples: [NUMBER_SEARCH_LIMIT_DEFAULT] }),
  })
  .check(
    fieldsRule<{ areaCode?: unknown; countryCode?: unknown }>(
      'areaCode',
      'applies to the countries US and CA only',
      ({ areaCode, countryCode }) => areaCode === undefined || AREA_CODE_COUNTRIES.includes(String(countryCode)),
    ),
  );

export const SearchPhoneNumbersBody = z.object({ filters });

export const PurchasePhoneNumberBody = z.object({
  phoneNumber: phone,
  teamId: id('team', 'team_01JNB4Q8Z6W2'),
  connectionId: shortText('Connection id for a custom provider configuration.', 'conn-1').nullish(),
});
