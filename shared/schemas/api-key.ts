import * as z from 'zod';
import { FATES } from '#shared/domain/account/key-ring.ts';
import { ROLES } from '#shared/domain/account/role.ts';
import { accountSlug, id, instant, name, timestamp } from './fields/primitives.ts';

export const apiKeyId = id('API key', 'key_01JNB4Q8Z6W2');

export const role = z.enum(ROLES).meta({
  description:
    '`read`: every GET. `operate`: also every command on assistants, companies, contacts, campaigns and calls, adding ' +
    'suppressions, and `stop-calls`. `full`: everything.',
  examples: ['full'],
});

const identity = {
  id: apiKeyId,
  name: z.string().meta({ description: 'What the key is for.', examples: ['Nightly import'] }),
  role,
  last4: z.string().meta({ description: 'The last four characters of its token.', examples: ['3kQz'] }),
  created_by_key_id: apiKeyId.nullable().meta({
    description:
      'The key that created it, for good; null for the first key of the account, and for one that an operator issued.',
    examples: [null],
  }),
  created_at: timestamp,
  expires_at: timestamp.nullable().meta({ description: 'Null when the key does not expire.', examples: [null] }),
  last_used_at: timestamp.nullable().meta({
    description: 'The beginning of the hour (UTC) in which it was used last; null before its first use.',
    examples: ['2026-03-02T15:00:00.000Z'],
  }),
};

export const ApiKey = z
  .object({
    ...identity,
    revoked_at: timestamp.nullable().meta({ examples: [null] }),
    is_current: z.boolean().meta({
      description: 'Whether this request used this key, by its token or by a session of it.',
      examples: [true],
    }),
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
  role: role.default('full'),
  expiresAt: instant.nullish().meta({
    description:
      'When the key stops working; must be in the future, and not after the end of the key of this request, which is ' +
      'taken where none is given. Keys without an end work until they are revoked.',
    examples: ['2099-12-31T00:00:00Z'],
  }),
});

export const descendants = z
  .enum(FATES)
  .default('keep')
  .meta({
    description:
      'What becomes of the keys that it made, and of those that these made: `keep` lets them descend from its own maker, ' +
      '`revoke` ends them with it.',
    examples: ['keep'],
  });
