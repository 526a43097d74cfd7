import type * as z from 'zod';
import { Address, PublicKey } from '#shared/providers/telephony/setting-values.ts';

const values = {
  carrierUrl: Address,
  carrierPublicKey: PublicKey.optional(),
};
export type SimulatedEnvironment = z.output<z.ZodObject<typeof values>>;

/** A service that reaches nobody works too, so it may be chosen without any of its values. */
export const SIMULATED_SETTINGS = { values, needed: [], secrets: [], lacking: {} } as const;
