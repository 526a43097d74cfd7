import { SIMULATED_SETTINGS, type SimulatedEnvironment } from './simulated/settings.ts';
import { TELNYX_SETTINGS, type TelnyxEnvironment } from './telnyx/settings.ts';

/** How each carrier is configured. Parts that are missing in `carriers.ts` do not compile. */
export const CARRIER_SETTINGS = { simulated: SIMULATED_SETTINGS, telnyx: TELNYX_SETTINGS };

export type CarrierName = keyof typeof CARRIER_SETTINGS;
export const CARRIER_NAMES = Object.keys(CARRIER_SETTINGS) as CarrierName[];

export type CarrierSecret = (typeof CARRIER_SETTINGS)[CarrierName]['secrets'][number];
export const CARRIER_SECRETS: readonly CarrierSecret[] = CARRIER_NAMES.flatMap(
  (name) => CARRIER_SETTINGS[name].secrets,
);

type CarrierValues = SimulatedEnvironment & TelnyxEnvironment;
/** The values of all carriers; which of them are set depends on the one that is chosen. */
export const CARRIER_VALUES = { ...SIMULATED_SETTINGS.values, ...TELNYX_SETTINGS.values };

/** What the parts of carriers read. */
export type CarrierEnvironment = CarrierValues & { modelEndpointUrl?: string | undefined };
