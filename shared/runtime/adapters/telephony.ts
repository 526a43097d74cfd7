import { ofCarrier, TELEPHONY } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import { clock } from '#shared/runtime/system.ts';
import { secretReader } from './secret-reader.ts';

provide('telephony', () => ({
  telephony: ofCarrier(TELEPHONY, env, (name) => secretReader(name, () => clock().getTime())),
}));
