import type { Catalog } from '#infra/aws/stacks/product-stack.ts';
import { endpoints, fallback, sites, streams, workers } from '#infra/catalog.ts';
import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import { FAKE_CATALOG, fakeEndpoint, fakeWorker } from './fake-catalog.ts';

/** Endpoints that one tag must have room for: the whole product's, should they all get the same tag. */
export const ENDPOINTS_OF_ONE_TAG = 60;

const CROWD = Array.from({ length: ENDPOINTS_OF_ONE_TAG }, (_, n) => fakeEndpoint(`getThing${n}`, { method: 'POST' }));

export const CATALOGS = {
  'one of each kind': FAKE_CATALOG,
  'the product': { endpoints, workers, streams, sites, fallback },
  'a crowded tag': { ...FAKE_CATALOG, endpoints: CROWD },
} satisfies Record<string, Catalog>;

const OWN_CARRIER = {
  carrierUrl: 'https://carrier.example',
  carrierPublicKey: `${'A'.repeat(43)}=`,
  corsAllowedOrigins: 'https://app.example',
  maxConcurrentCallsPerAccount: '7',
  maxDialsPerSecond: 3,
  recordingRetentionDays: '30',
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:on-call',
  stripeWebhookSecretName: 'billing/stripe',
  lemonSqueezyWebhookSecretName: 'billing/lemon-squeezy',
  ...Object.fromEntries(MODEL_PROVIDERS.map((vendor) => [`${vendor}ApiKeySecretName`, `models/${vendor}`])),
};

export const SETTINGS = {
  none: {},
  disposable: { retain: 'false' },
  mailedAlarms: { alarmEmail: 'on-call@acme.example' },
  smallAccount: { reservedConcurrency: 'false' },
  ownCarrier: OWN_CARRIER,
  telnyx: {
    ...OWN_CARRIER,
    telephonyProvider: 'telnyx',
    telnyxConnectionId: '2961',
    telnyxPublicKey: `${'B'.repeat(43)}=`,
    telnyxApiKeySecretName: 'carrier/telnyx',
    telnyxBaseUrl: 'https://api.telnyx.example/v2',
    telnyxAssistantId: 'assistant-1',
    telnyxVoiceKeyRef: 'voice',
    telnyxModelKeyRef: 'model',
  },
  firstDeployment: {},
  guarded: {
    region: 'eu-west-1',
    terminationProtection: false,
    tags: { stage: 'production', owner: 'calls' },
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-00000000000c',
    kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-00000000000a',
    secretsKmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-00000000000b',
    bucketVersionDays: 14,
    stripeWebhookSecretName: 'stripe',
  },
  restored: { restoredTableName: 'restored-on-tuesday' },
  fewSecrets: {
    stripeWebhookSecretName: 'stripe',
    lemonSqueezyWebhookSecretName: 'lemon-squeezy',
    telnyxApiKeySecretName: 'telnyx',
    openaiApiKeySecretName: 'openai',
    xaiApiKeySecretName: 'xai',
  },
};

export type CatalogName = keyof typeof CATALOGS;
export type SettingsName = keyof typeof SETTINGS;

/** What is synthesised, once each. */
export const DEPLOYMENTS: readonly (readonly [CatalogName, SettingsName])[] = [
  ['one of each kind', 'none'],
  ['one of each kind', 'disposable'],
  ['one of each kind', 'firstDeployment'],
  ['one of each kind', 'guarded'],
  ['one of each kind', 'restored'],
  ['one of each kind', 'ownCarrier'],
  ['one of each kind', 'mailedAlarms'],
  ['one of each kind', 'telnyx'],
  ['one of each kind', 'fewSecrets'],
  ['the product', 'none'],
  ['the product', 'smallAccount'],
  ['the product', 'ownCarrier'],
  ['the product', 'telnyx'],
  ['a crowded tag', 'none'],
];

/** What every promise about a deployment is held against. */
export const EVERY_CATALOG = ['one of each kind', 'the product'] as const satisfies CatalogName[];

const talker = (timeoutSeconds: number): Catalog => ({
  endpoints: [],
  workers: [
    fakeWorker('talker', { timeoutSeconds, source: { queue: 'conversation', batchSize: 1, maxConcurrency: 2 } }),
  ],
});

const slow = fakeWorker('slow', {
  timeoutSeconds: 31,
  source: { queue: 'number', batchSize: 1, maxConcurrency: 2 },
});

/** Catalogs that a stack takes or refuses. */
export const CANDIDATES = {
  talkerFor49Seconds: talker(49),
  talkerFor50Seconds: talker(50),
  slowWorker: { endpoints: [], workers: [slow] },
  signatureOfNobody: { endpoints: [fakeEndpoint('receiveNews', { auth: () => true })], workers: [] },
} satisfies Record<string, Catalog>;

export type CandidateName = keyof typeof CANDIDATES;
