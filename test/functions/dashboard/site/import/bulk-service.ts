import type { SendAnswer } from '#functions/dashboard/site/import/sending/read-answer.ts';
import type { SendPorts } from '#functions/dashboard/site/import/sending/send-chunks.ts';

/** What becomes of one request on its way. */
export type Fate = 'answered' | 'answer lost' | 'never arrived' | 'busy' | 'failed' | 'in flight' | 'garbled';

const KEPT_MS = 24 * 3_600_000;
const EPOCH_MS = Date.UTC(2026, 2, 2);

interface Row {
  firstName: string;
  phone?: string;
}

export interface KeptContact extends Row {
  id: string;
  createdAtMs: number;
}

const answer = (status: number, body: unknown, retryAfterSeconds: number | null = null): SendAnswer => ({
  status,
  retryAfterSeconds,
  body,
});

/**
 * The bulk endpoint as the API describes it, in memory: one contact per number, and under one Idempotency-Key one effect
 * and one answer for 24 hours. `fates` decide what becomes of each request; when they are used up, all arrive. Rows by
 * the name "Refused" fail.
 */
export const newBulkService = (fates: readonly Fate[] = []) => {
  const contacts: KeptContact[] = [];
  const holders = new Map<string, KeptContact>();
  const replies = new Map<string, { body: string; reply: SendAnswer; untilMs: number }>();
  const requests: { key: string; body: string }[] = [];
  const waitsMs: number[] = [];
  const coming = [...fates];
  let nowMs = EPOCH_MS;

  const create = (row: Row, index: number) => {
    const holder = holders.get(row.phone ?? '');
    if (row.firstName === 'Refused')
      return { index, success: false, error: 'firstName is refused', duplicate_of: null };
    if (holder) return { index, success: false, error: 'duplicate', duplicate_of: holder.id };
    const contact = { ...row, id: `cont_${contacts.length}`, createdAtMs: nowMs };
    contacts.push(contact);
    if (row.phone !== undefined) holders.set(row.phone, contact);
    return { index, success: true, error: null, duplicate_of: null };
  };

  const handle = ({ key, body }: { key: string; body: string }): SendAnswer => {
    const known = replies.get(key);
    if (known && known.untilMs > nowMs) {
      return known.body === body ? known.reply : answer(409, { error: 'This key was used with another body.' });
    }
    const results = (JSON.parse(body) as { contacts: Row[] }).contacts.map(create);
    const reply = answer(200, { success: true, results });
    replies.set(key, { body, reply, untilMs: nowMs + KEPT_MS });
    return reply;
  };

  const REFUSALS: Partial<Record<Fate, SendAnswer>> = {
    busy: answer(429, { success: false, error: 'Too many requests.' }, 7),
    failed: answer(500, { success: false, error: 'Internal server error.' }),
    'in flight': answer(409, { success: false, error: 'The first request is still being worked on.' }),
    garbled: answer(200, '<html>proxy</html>'),
  };

  const send: SendPorts['send'] = async (request) => {
    requests.push(request);
    const fate = coming.shift() ?? 'answered';
    const refusal = REFUSALS[fate];
    if (refusal && fate !== 'garbled') return refusal;
    if (fate === 'never arrived') throw new TypeError('Failed to fetch');
    const reply = handle(request);
    if (fate === 'answer lost') throw new TypeError('Failed to fetch');
    return refusal ?? reply;
  };

  return {
    contacts,
    requests,
    waitsMs,
    ports: {
      send,
      nowMs: () => nowMs,
      sleep: async (ms: number) => {
        waitsMs.push(ms);
        nowMs += ms;
      },
      contactCreatedAtMs: async (id: string) => contacts.find((contact) => contact.id === id)?.createdAtMs ?? null,
    },
    /** Somebody else creates a contact. */
    add: (row: Row) => create(row, 0),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
};
