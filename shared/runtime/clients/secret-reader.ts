import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Secret, SecretName } from '#shared/ports/secrets.ts';
import { secretSource } from '#shared/runtime/env.ts';
import { clock } from '#shared/runtime/system.ts';
import { AWS_CLIENTS } from '#shared/store/table/aws-clients.ts';

/** A changed secret takes effect after this at the latest. */
const KEPT_MS = 5 * MINUTE_MS;

let client: SecretsManagerClient | undefined;

/** A secret that was stored from a file ends in the file's line break, which no vendor signs with. */
const withoutMargins = (text: string | undefined): string | undefined => text?.trim() || undefined;

const fetchSecret = async (id: string): Promise<string | undefined> => {
  client ??= new SecretsManagerClient(AWS_CLIENTS.secrets);
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
  return withoutMargins(SecretString);
};

/**
 * Reads a secret from Secrets Manager where one is named, else from the environment. A value is kept for a while, and
 * for longer when Secrets Manager does not answer: an outage there must not refuse what was accepted a moment ago.
 */
export const secretReader = (name: SecretName, now: () => Date = clock): Secret => {
  let kept: { value: string | undefined; until: number } | undefined;
  return async () => {
    const { id, value } = secretSource(name);
    if (id === undefined) return withoutMargins(value);
    if (kept && now().getTime() < kept.until) return kept.value;
    try {
      kept = { value: await fetchSecret(id), until: now().getTime() + KEPT_MS };
    } catch (error) {
      if (!kept) throw error;
    }
    return kept.value;
  };
};
