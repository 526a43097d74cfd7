import * as z from 'zod';
import { accountSlug, id, instant, name, timestamp } from './primitives.ts';

export const apiKeyId = id('API key', 'key_01JNB4Q8Z6W2');

const identity = {
  id: apiKeyId,
  name: z.string().meta({ description: 'What the key is for.', examples: ['Nightly import'] }),
  created_at: timestamp,
  expires_at: timestamp.nullable().meta({ description: 'Null when the key does not expire.', examples: [null] }),
};

export const ApiKey = z
  .object({
    ...identity,
    revoked_at: timestamp.nullable().meta({ examples: [null] }),
    is_current: z.boolean().meta({ description: 'Whether this request used this key.', examples: [true] }),
  })
  .meta({ id: 'ApiKey' });

export const CreatedApiKey = z
  .object({
    ...identity,
    token: z.string().meta({ description: 'Shown here once; only its hash is kept.', examples: ['vac_…'] }),
  })
  .meta({ id: 'CreatedApiKey' });

export const CreateApiKeyBody = z.object({
  accountSlug,
  name: name('What the key is for.', 'Nightly import'),
  expiresAt: instant.nullish().meta({
    description: 'When the key stops working; must be in the future. Without it the key works until it is revoked.',
    examples: ['2099-12-31T00:00:00Z'],
  }),
});
