import { forCarrier, TELEPHONY } from '#shared/providers/telephony/carriers.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';

provide('telephony', () => ({
  telephony: forCarrier(TELEPHONY, env.telephonyProvider, carrierEnvironment, secretReader),
}));
