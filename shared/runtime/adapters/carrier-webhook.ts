import { forCarrier, WEBHOOKS } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/build-ports.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';

provide('carrierWebhook', () => ({ carrierWebhook: forCarrier(WEBHOOKS, env.telephonyProvider, carrierEnvironment) }));
