import { simulatedTelephony } from '#shared/providers/telephony/simulated-telephony.ts';
import { provide } from '../build-ports.ts';
import { env } from '../env.ts';

provide('telephony', () => ({ telephony: simulatedTelephony({ carrierUrl: env.carrierUrl }) }));
