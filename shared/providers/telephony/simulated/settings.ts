import { Address, type CarrierSettings, PublicKey } from '#shared/providers/telephony/setting-values.ts';

const values = { carrierUrl: Address.optional(), carrierPublicKey: PublicKey.optional() };

/** Needs no values, because the service also works without a reachable carrier. */
export const SIMULATED_SETTINGS = {
  values,
  address: 'carrierUrl',
  needed: [],
  secrets: [],
  reads: {
    telephony: ['carrierUrl'],
    webhook: ['carrierPublicKey'],
    transcription: [],
    recordings: ['carrierUrl'],
  },
  notices: () => [],
} as const satisfies CarrierSettings<keyof typeof values>;
