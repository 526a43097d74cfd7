import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signEd25519 } from '#shared/domain/signatures.ts';
import { signatureOf } from '#test/harness/given/billing-events.ts';
import { cookieName, OWN_PAGE } from '#test/harness/given/sessions.ts';
import { stack } from '#test/harness/stack/environment.ts';
import type { FuzzRequest } from './request.ts';

/** What the parties of a request hold. */
export interface Holders {
  /** Whose request it is. */
  own: { token: string; cookie: string };
  /** A valid token of somebody else. */
  anothersToken: string;
}

type Headers = Record<string, string>;

export const WRONG_TOKEN = 'vac_live_0000000000000000000000000000000000000000';
const WRONG_SECRET = 'x'.repeat(43);

const strangersKey = generateKeyPairSync('ed25519').privateKey;

const carrierKey = (): KeyObject => createPrivateKey(readFileSync(join(stack().state_dir, 'carrier-key.pem')));

/** Events of Lemon Squeezy alone have `meta`. */
const billingProvider = (body: string) => (body.includes('"meta"') ? 'lemon_squeezy' : 'stripe');

/** The signature over a body, by operation; with a stranger's key where it must be wrong. */
const SIGNERS: Record<string, (body: string, isRight: boolean) => Headers> = {
  receiveCallEvent: (body, isRight) => ({
    'telephony-signature-ed25519': signEd25519(isRight ? carrierKey() : strangersKey, Buffer.from(body)),
  }),
  receiveBillingEvent: (body, isRight) =>
    signatureOf({ provider: billingProvider(body), body }, isRight ? {} : { secret: 'whsec_of_somebody_else' }),
};

const byCookie = (cookie: string, { headers }: FuzzRequest): Headers => ({
  cookie,
  ...(headers.origin === undefined && OWN_PAGE),
});

const signed = ({ operation }: FuzzRequest, body: string, isRight: boolean): Headers => {
  const sign = SIGNERS[operation.id];
  if (!sign) throw new Error(`Nothing in proofs.ts signs for ${operation.id}.`);
  return sign(body, isRight);
};

/** The headers by which a request proves who sends it. */
export const proofHeaders = (request: FuzzRequest, body: string, { own, anothersToken }: Holders): Headers => {
  const { operation, proof } = request;
  if (operation.proof === 'none' || proof === 'none') return {};
  if (operation.proof === 'signature') return signed(request, body, proof === 'own');
  if (operation.proof === 'cookie' || proof === 'session') {
    return byCookie(proof === 'wrong' ? `${cookieName()}=${WRONG_SECRET}` : own.cookie, request);
  }
  const tokens = { own: own.token, another: anothersToken, wrong: WRONG_TOKEN };
  return { authorization: `Bearer ${tokens[proof]}` };
};
