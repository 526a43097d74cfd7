import type * as z from 'zod';
import { Address, PublicKey } from '#shared/providers/telephony/setting-values.ts';

const values = {
  carrierUrl: Address,
  carrierPublicKey: PublicKey.optional(),
};
export type SimulatedEnvironment = z.output<z.ZodObject<typeof values>>;

/** Needs no values, because the service also works without a reachable carrier. */
export const SIMULATED_SETTINGS = { values, needed: [], secrets: [], lacking: {} } as const;
