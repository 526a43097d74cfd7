import type { WebhookKind } from './webhook-setting.ts';

interface KindWords {
  kind: WebhookKind;
  /** The name of its region. */
  title: string;
  /** In a sentence. */
  events: string;
  about: string;
  key: string;
  /** Why its key is not shown to everybody. */
  keyIsShown: string;
  /** The header whose signature changes at once when the key is rotated. */
  header: string;
}

/** The two kinds of webhooks, in words. */
export const KINDS: readonly KindWords[] = [
  {
    kind: 'call',
    title: 'Call events',
    events: 'call events',
    about: 'Tell a program of yours that a call was placed, answered, recorded or has ended.',
    key: 'Verification key (Ed25519, base64)',
    keyIsShown: 'It verifies signatures and cannot make any.',
    header: 'Telephony-Signature-Ed25519',
  },
  {
    kind: 'billing',
    title: 'Billing events',
    events: 'billing events',
    about: 'Tell a program of yours that a subscription changed or an invoice was paid.',
    key: 'Secret (HMAC-SHA-256)',
    keyIsShown: 'Whoever knows it can sign events as if they came from here.',
    header: 'X-Signature',
  },
];

export const kindTitle = (kind: WebhookKind): string => KINDS.find((one) => one.kind === kind)?.title ?? kind;

export type { KindWords };
