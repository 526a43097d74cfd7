import { createHash } from 'node:crypto';
import type { TelnyxRequest } from '#shared/providers/telephony/telnyx/client.ts';
import { failureOf, telnyxError } from '#shared/providers/telephony/telnyx/failure.ts';

/** Characters of the digest: enough to distinguish tokens, useless for guessing them. */
const DISTINCTION_CHARS = 16;
/** Telnyx' statuses for a name that exists. A name stands for one token, so another function created this secret. */
const ALREADY_THERE = new Set([400, 409, 422]);

/** The name of the integration secret at Telnyx that holds a token of our model endpoint. */
export const modelTokenName = (token: string): string => {
  const digest = createHash('sha256').update(token).digest('hex');
  return `model-endpoint-${digest.slice(0, DISTINCTION_CHARS)}`;
};

/** Creates the integration secret of a token on its first use. */
export const modelTokenSharer = (request: TelnyxRequest): ((token: string) => Promise<void>) => {
  const shared = new Set<string>();
  return async (token) => {
    const identifier = modelTokenName(token);
    if (shared.has(identifier)) return;
    try {
      await request((client, limits) =>
        client.integrationSecrets.create({ identifier, type: 'bearer', token }, limits),
      );
    } catch (error) {
      const { status } = failureOf(error);
      if (status === undefined || !ALREADY_THERE.has(status)) throw telnyxError(error);
    }
    shared.add(identifier);
  };
};
