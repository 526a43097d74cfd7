import { forCarrier, TELEPHONY } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';

provide('telephony', () => ({
  telephony: forCarrier(TELEPHONY, env.telephonyProvider, carrierEnvironment, secretReader),
}));
