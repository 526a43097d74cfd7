import { type Capability, ofEachQueue, ofEachSecret } from '#shared/ports/capabilities.ts';

/** The file that provides the port of each capability. A bundle holds those of the capabilities its function has. */
const ADAPTERS: Record<Capability, string> = {
  'table:read': '#shared/runtime/adapters/table.ts',
  'table:write': '#shared/runtime/adapters/table.ts',
  ...ofEachQueue(() => '#shared/runtime/adapters/queues.ts'),
  'numberSchedules:write': '#shared/runtime/adapters/schedules.ts',
  ...ofEachSecret(() => '#shared/runtime/adapters/secrets.ts'),
  webhookReceivers: '#shared/runtime/adapters/webhook-receivers.ts',
  'schedules:write': '#shared/runtime/adapters/schedules.ts',
  languageModels: '#shared/runtime/adapters/language-models.ts',
  'recordings:write': '#shared/runtime/adapters/recordings.ts',
  'recordings:link': '#shared/runtime/adapters/recordings.ts',
  carrierWebhook: '#shared/runtime/adapters/carrier-webhook.ts',
  dialLimits: '#shared/runtime/adapters/dial-limits.ts',
  webhookUrls: '#shared/runtime/adapters/webhook-urls.ts',
  telephony: '#shared/runtime/adapters/telephony.ts',
  transcription: '#shared/runtime/adapters/transcription.ts',
};

export const adaptersOf = (capabilities: readonly Capability[]): string[] => [
  ...new Set(capabilities.map((capability) => ADAPTERS[capability])),
];
