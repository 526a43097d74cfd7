import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CONCLUSION_AWAITED_SECONDS } from '#shared/domain/webhook/call-conclusion.ts';
import { applyEvent } from '#shared/engine/call/apply-event.ts';
import { deliverEvent } from '#shared/engine/webhook/deliver-event.ts';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import { CallEvent } from '#shared/schemas/call-event.ts';
import { keepToldWords } from '#shared/store/call/call-conclusions.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { DeliveryRecord } from '#shared/store/delivery/deliveries.ts';
import { listDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import { payloadText } from '#shared/store/delivery/delivery-payloads.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** So late that the running stack leaves these deliveries alone. */
const MUCH_LATER_SECONDS = 70 * 365 * 24 * 3600;

let account: TestAccount;
let assistantId: string;
let bench: LiveCall;
let queued: string[];
let posts: { id: string | undefined; body: string }[];

const newCall = async (given: Partial<CallRecord> = {}): Promise<void> => {
  bench = await newLiveCall(account, { assistant_id: assistantId, ...given });
  bench.wait(MUCH_LATER_SECONDS);
  queued = [];
  posts = [];
  bench.ports.webhookQueue = {
    send: async (messages) => void queued.push(...messages.map(({ delivery_id }) => delivery_id)),
  };
};

beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant({ templateId: 'outbound-setter' })).id;
});
beforeEach(async () => {
  await setUrl(account, 'call', DEAD_URL, true, ['call.concluded']);
  await newCall();
});

const hear = async (type: string, data: object = {}): Promise<void> => {
  const event = CallEvent.parse({ type, data: { call_control_id: bench.call.call_control_id, ...data } });
  await applyEvent(bench.ports, bench.call.id, event, bench.ports.clock().toISOString());
};
const hangUp = (cause = 'normal_clearing') => hear('call.hangup', { hangup_cause: cause, result: 'human' });

/** A whole conversation, up to the moment where it remains to be concluded. */
const talk = async (...lines: string[]): Promise<void> => {
  await bench.deliver(ANSWERED, ...lines.map((line, at) => heard(line, `heard-${at}`)), HUNG_UP);
  await hangUp();
};

const concludedDeliveries = async (): Promise<DeliveryRecord[]> => {
  const page = { limit: 200, offset: 0 };
  const { items } = await listDeliveries(testTable(), account.accountId, {}, page, bench.ports.clock());
  const isOfCall = (delivery: DeliveryRecord) => payloadText(delivery).includes(`"${bench.call.id}"`);
  return items.filter((delivery) => delivery.type === 'call.concluded' && isOfCall(delivery));
};
const told = async () => {
  const [delivery] = await concludedDeliveries();
  return delivery && (JSON.parse(payloadText(delivery)) as { data: Record<string, unknown> }).data;
};

/** The sweep has found what is due. */
const deliverDue = async (id: string): Promise<void> => {
  const { table, webhookQueue, clock } = bench.ports;
  const postWebhook = async ({ headers, body }: { headers: Record<string, string>; body: string }) => {
    posts.push({ id: headers['webhook-id'], body });
    return { statusCode: 200, latencyMs: 1, error: null };
  };
  const secret = { webhookSigningSecret: async () => 'master-secret-of-the-test' };
  await deliverEvent({ table, webhookQueue, clock, postWebhook, retrySeconds: [], log: SILENT_LOG, ...secret }, id);
};

/** The item that waits for the conclusion, which no list shows. */
const owedId = async (): Promise<string> => {
  const due = bench.ports.clock().getTime() + CONCLUSION_AWAITED_SECONDS * 1_000;
  const shards = await Promise.all(
    Array.from({ length: 16 }, (_, shard) =>
      testTable().query<{ pk: string }>({
        partition: `DELIVERIES_DUE#${shard}`,
        index: 'active',
        prefix: new Date(due).toISOString(),
      }),
    ),
  );
  return shards.flat().map(({ pk }) => pk.replace('DELIVERY#', ''))[0] ?? '';
};

const failing = (): void => {
  const failure = new LanguageModelError('refused', 'openai refused the key (401).');
  bench.models = { ...scriptedModels(), extract: () => Promise.reject(failure) };
};

describe('of an answered call', () => {
  test('is in no list until the call is concluded, and then due at once, with what was found', async () => {
    await talk('I am the operations manager.');
    expect(await concludedDeliveries()).toEqual([]);
    await bench.conclude();
    const [delivery] = await concludedDeliveries();
    expect(delivery).toMatchObject({ status: 'pending', next_attempt_at: bench.ports.clock().toISOString() });
    expect(queued).toContain(delivery?.id);
    expect(await told()).toMatchObject({ id: bench.call.id, summary: expect.stringContaining('operations manager') });
    expect(await told()).not.toHaveProperty('recording_url');
  });

  test('is one, however often its end and conclusion are looked at, and at once', async () => {
    await talk('I am the operations manager.');
    await Promise.all([hangUp(), bench.conclude(), bench.conclude(), hear('call.completed', { duration_secs: 9 })]);
    await bench.conclude();
    await hear('call.machine_detection.ended', { result: 'machine' });
    expect(await concludedDeliveries()).toHaveLength(1);
    const [delivery] = await concludedDeliveries();
    await Promise.all([deliverDue(delivery?.id ?? ''), deliverDue(delivery?.id ?? '')]);
    expect(posts).toHaveLength(1);
  });

  test('comes with the words alone if no conclusion does, after the last try; a conclusion after it is not told', async () => {
    await talk('I am the operations manager.');
    const id = await owedId();
    failing();
    await expect(bench.conclude()).rejects.toThrow('refused the key');
    bench.wait(CONCLUSION_AWAITED_SECONDS - 60);
    await deliverDue(id);
    expect(posts).toEqual([]);
    bench.wait(120);
    await Promise.all([deliverDue(id), deliverDue(id)]);
    expect(posts).toHaveLength(1);
    const { data } = JSON.parse(posts[0]?.body ?? '') as { data: Record<string, unknown> };
    expect(data).toMatchObject({ id: bench.call.id, summary: null, extracted: null });
    expect(JSON.stringify(data.transcript)).toContain('operations manager');
    bench.models = scriptedModels();
    await bench.conclude();
    expect((await bench.record()).summary).toContain('operations manager');
    expect((await concludedDeliveries()).map(({ status }) => status)).toEqual(['delivered']);
  });

  test('comes with the words of a conversation that nobody even tried to conclude', async () => {
    await talk('I am the operations manager.');
    const id = await owedId();
    bench.wait(CONCLUSION_AWAITED_SECONDS + 1);
    await deliverDue(id);
    expect(posts[0]?.body).toContain('operations manager');
  });

  test('is told once, by the conclusion or for its lack, when both come at the same moment', async () => {
    await talk('I am the operations manager.');
    const id = await owedId();
    bench.wait(CONCLUSION_AWAITED_SECONDS + 1);
    await Promise.all([bench.conclude(), deliverDue(id)]);
    await deliverDue(id);
    expect(posts).toHaveLength(1);
    expect(await concludedDeliveries()).toHaveLength(1);
    expect((await bench.record()).concluded_at).not.toBeNull();
  });

  test('fits into the table whatever was said, and arrives as it is', async () => {
    let seed = 1;
    const letter = (): string => {
      seed = (seed * 48_271) % 0x7fffffff;
      return String.fromCharCode(0x4e00 + (seed % 20_000));
    };
    // Control characters are six bytes in JSON.
    const line = () => Array.from({ length: 250 }, () => `${letter()}\u0001`).join('');
    const at = bench.ports.clock().toISOString();
    const transcript = Array.from({ length: 200 }, () => ({ role: 'user', text: line(), at }));
    await hangUp();
    await testTable().write(keepToldWords(bench.call.id, transcript));
    bench.wait(120);
    await bench.conclude();
    const [delivery] = await concludedDeliveries();
    await deliverDue(delivery?.id ?? '');
    expect((JSON.parse(posts[0]?.body ?? '') as { data: CallRecord }).data.transcript).toEqual(transcript);
  });
});

describe('of a call that nobody answered', () => {
  test('comes with its end, once, also when an answer is reported after it', async () => {
    await newCall({ status: 'ringing', answered_at: null });
    await hear('call.hangup', { hangup_cause: 'no_answer' });
    expect(await told()).toMatchObject({ outcome: 'no_answer', transcript: [], summary: null });
    const [delivery] = await concludedDeliveries();
    expect(queued).toContain(delivery?.id);
    await hear('call.answered');
    await bench.conclude();
    expect(await concludedDeliveries()).toEqual([delivery]);
  });
});

test('an account that has no receiver for it is owed nothing, though it asks for it before the conclusion', async () => {
  await setUrl(account, 'call', DEAD_URL);
  await talk('I am the operations manager.');
  await setUrl(account, 'call', DEAD_URL, true, ['call.concluded']);
  await bench.conclude();
  expect(await concludedDeliveries()).toEqual([]);
});
