import type * as z from 'zod';
import type { Intersection } from '#shared/ports/capabilities.ts';
import { SIMULATED_SETTINGS } from './simulated/settings.ts';
import { TELNYX_SETTINGS } from './telnyx/settings.ts';

/** How each carrier is configured. Parts that are missing in `carriers.ts` do not compile. */
export const CARRIER_SETTINGS = { simulated: SIMULATED_SETTINGS, telnyx: TELNYX_SETTINGS };

export type CarrierName = keyof typeof CARRIER_SETTINGS;
export const CARRIER_NAMES = Object.keys(CARRIER_SETTINGS) as CarrierName[];

type SettingsOfAny = (typeof CARRIER_SETTINGS)[CarrierName];
export type CarrierSecret = SettingsOfAny['secrets'][number];
export const CARRIER_SECRETS: readonly CarrierSecret[] = CARRIER_NAMES.flatMap(
  (name) => CARRIER_SETTINGS[name].secrets,
);

/** The values of all carriers; which of them are set depends on the one that is chosen. */
export const CARRIER_VALUES = Object.assign(
  {},
  ...CARRIER_NAMES.map((name) => CARRIER_SETTINGS[name].values),
) as Intersection<SettingsOfAny['values']>;

/** What the parts of carriers read. */
export type CarrierEnvironment = z.output<z.ZodObject<typeof CARRIER_VALUES>> & {
  modelEndpointUrl?: string | undefined;
};
