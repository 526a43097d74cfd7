import { ofCarrier, WEBHOOKS } from '#shared/providers/telephony/carriers.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { carrierEnvironment, env } from '#shared/runtime/env.ts';

provide('carrierWebhook', () => ({ carrierWebhook: ofCarrier(WEBHOOKS, env.telephonyProvider, carrierEnvironment) }));
