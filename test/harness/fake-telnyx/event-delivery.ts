import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { deadline } from '#test/harness/time/timers.ts';

const ANSWER_DEADLINE_MS = 2_000;
/** Delays before an event that was not accepted is sent again; divided by the fake's speed. */
const RETRIES_MS = [1_000, 5_000, 10_000, 10_000, 10_000];

interface SignedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** `timestamp|body`, signed as Telnyx signs it. */
export const signDelivery = (privateKey: KeyObject, body: string, sentAt = new Date()): SignedDelivery => {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64');
  return {
    headers: {
      'content-type': 'application/json',
      'telnyx-signature-ed25519': signature,
      'telnyx-timestamp': timestamp,
    },
    body,
  };
};

/** A key pair, and its public half as Telnyx's portal shows it: base64 of 32 bytes. */
export const newSigningKey = (): { privateKey: KeyObject; publicKey: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
};

interface SentEvent {
  event_type: string;
  payload: Record<string, unknown>;
}

/** The envelope of an event. */
export const envelopeOf = ({ event_type, payload }: SentEvent): string => {
  const data = { record_type: 'event', event_type, id: randomUUID(), occurred_at: new Date().toISOString(), payload };
  return JSON.stringify({ data, meta: { attempt: 1 } });
};

/** Sends events to the webhook, all at once and without order, as Telnyx does. */
export const newEventDelivery = (
  privateKey: KeyObject,
  later: (task: () => void, ms: number) => void,
  speed: number,
) => {
  let webhookUrl: string | undefined;
  const waiting: string[] = [];

  const post = async (url: string, body: string): Promise<boolean> => {
    try {
      const delivery = signDelivery(privateKey, body);
      const signal = deadline(ANSWER_DEADLINE_MS);
      return (await fetch(url, { method: 'POST', ...delivery, signal })).ok;
    } catch {
      return false;
    }
  };

  const deliver = async (body: string, attempt = 0): Promise<void> => {
    if (!webhookUrl) {
      waiting.push(body);
      return;
    }
    const retryMs = RETRIES_MS[attempt];
    if (!(await post(webhookUrl, body)) && retryMs !== undefined) {
      later(() => void deliver(body, attempt + 1), retryMs / speed);
    }
  };

  return {
    send: (body: string): void => void deliver(body),
    setWebhookUrl(url: string): void {
      webhookUrl = url;
      for (const body of waiting.splice(0)) void deliver(body);
    },
  };
};
