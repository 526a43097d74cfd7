import { randomInt } from 'node:crypto';
import { secretArn } from '#test/deployed/assembly/identities.ts';
import { isObject, type Json, textOf } from '#test/deployed/assembly/json.ts';
import { ofType, type ResolvedStack } from '#test/deployed/assembly/resolve.ts';
import type { WireRequest } from '#test/deployed/iam/needs.ts';
import { refusal, type WireReply } from './wire.ts';

/** Secrets Manager as far as functions use it: they read the newest value of a secret. */
export interface SecretsManager {
  /** The ARN of a secret, by its name or ARN; of an unknown one what is asked for. */
  arnOf(id: string): string;
  answer(request: WireRequest): WireReply;
  /** Makes the templates' secrets; those that are there already keep their values. */
  deploy(stack: ResolvedStack): void;
  /** Whoever operates the account makes one under a name. */
  put(name: string, value: string): void;
  valueOf(id: string): string;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~';
/** Of Secrets Manager, where a template says nothing. */
const DEFAULT_CHARS = 32;

const generated = ({ PasswordLength, ExcludePunctuation }: Json): string => {
  const alphabet = ExcludePunctuation === true ? LETTERS : LETTERS + PUNCTUATION;
  const length = Number(PasswordLength ?? DEFAULT_CHARS);
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
};

export const openSecretsManager = (): SecretsManager => {
  const values = new Map<string, string>();
  const arnOf = (id: string): string => (id.startsWith('arn:') ? id : secretArn(id));

  return {
    arnOf,
    deploy(stack) {
      for (const { identity, properties } of ofType(stack, 'AWS::SecretsManager::Secret')) {
        if (values.has(identity.ref)) continue;
        const { GenerateSecretString, SecretString } = properties;
        const value = isObject(GenerateSecretString) ? generated(GenerateSecretString) : textOf(SecretString);
        if (value === undefined) throw new Error(`The template gives ${identity.ref} no value.`);
        values.set(identity.ref, value);
      }
    },
    put: (name, value) => void values.set(secretArn(name), value),
    valueOf(id) {
      const value = values.get(arnOf(id));
      if (value === undefined) throw new Error(`There is no secret ${id}.`);
      return value;
    },
    answer({ target, body }) {
      if (target !== 'secretsmanager.GetSecretValue') throw new Error(`${target} is not emulated.`);
      const arn = arnOf(String((JSON.parse(body.toString('utf8')) as Json).SecretId));
      const value = values.get(arn);
      if (value === undefined) return refusal('', 'ResourceNotFoundException', `There is no secret ${arn}.`);
      const answer = { ARN: arn, SecretString: value, VersionId: 'first', VersionStages: ['AWSCURRENT'] };
      const headers = { 'content-type': 'application/x-amz-json-1.1' };
      return { status: 200, headers, body: Buffer.from(JSON.stringify(answer)) };
    },
  };
};
