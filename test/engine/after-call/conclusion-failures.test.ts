import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LanguageModelError } from '#shared/ports/language-models.ts';
import { scriptedModels } from '#shared/providers/language-model/scripted-models.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { textsOf } from '#test/harness/given/calls/conversations.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { readCall, readContact } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let bench: LiveCall;
let contact: Contact;
let assistantId: string;
beforeAll(async () => {
  account = await newAccount();
  assistantId = (await account.given.assistant({ templateId: 'outbound-setter' })).id;
});
beforeEach(async () => {
  contact = await account.given.contact();
  const parties = { assistant_id: assistantId, contact_id: contact.id, to_number: contact.phone ?? '' };
  bench = await newLiveCall(account, parties);
});

const EMAIL = 'ada@acme.example';

/** A whole conversation, up to the moment where it remains to be concluded. */
const talk = async (...lines: string[]): Promise<void> => {
  await bench.deliver(ANSWERED, ...lines.map((line) => heard(line)), HUNG_UP);
  await bench.end();
};

test('a mailbox opts nobody out, whatever its greeting says', async () => {
  await testTable().write(changeCall(await bench.record(), { answered_by: 'machine' }).operation);
  await talk('You have reached Ada. If you sell something, do not call me again.');
  await bench.conclude();
  expect((await bench.record()).concluded_at).not.toBeNull();
  expect((await readContact(account, contact.id)).do_not_call).toBe(false);
});

describe('a call that cannot be concluded yet', () => {
  test('because the model gives no answer stays as it is, and is concluded by the next delivery', async () => {
    await talk(`Write to ${EMAIL}.`);
    const models = bench.models;
    bench.models = {
      ...models,
      extract: () => Promise.reject(new LanguageModelError('unavailable', 'openai cannot be reached.')),
    };
    await expect(bench.conclude()).rejects.toThrow('openai cannot be reached.');
    expect(await bench.record()).toMatchObject({ concluded_at: null, summary: null, error: null });
    expect(textsOf(await readCall(account, bench.call.id), 'user')).toEqual([`Write to ${EMAIL}.`]);
    bench.models = models;
    await bench.conclude();
    expect((await readContact(account, contact.id)).email).toBe(EMAIL);
  });

  test('because its last words still wait behind a reply is looked at again, and has them', async () => {
    await bench.deliver(ANSWERED);
    await bench.end();
    await bench.conclude();
    expect(bench.looks).toEqual([{ call_id: bench.call.id }]);
    await bench.deliver(heard(`Write to ${EMAIL}.`), HUNG_UP);
    await bench.conclude();
    expect((await bench.record()).transcript.map(({ text }) => text)).toContain(`Write to ${EMAIL}.`);
  });

  test('because nobody told of its end is concluded a minute later with what there is', async () => {
    await bench.deliver(ANSWERED, heard(`Write to ${EMAIL}.`));
    await bench.end();
    bench.wait(60);
    await bench.conclude();
    expect((await bench.record()).concluded_at).not.toBeNull();
  });

  test('because it is still on is left alone', async () => {
    await bench.deliver(ANSWERED);
    await bench.conclude();
    expect([(await bench.record()).concluded_at, bench.looks]).toEqual([null, []]);
  });
});

describe('a model that gives no answer that can be used', () => {
  const REFUSED = new LanguageModelError('refused', 'openai refused the key (401).');
  const UNREADABLE = new LanguageModelError('bad_output', 'openai answered in the wrong form.');

  /** The model fails so, one failure a time, and then answers as it does. Answers how often it was asked. */
  const failing = (...failures: Error[]): (() => number) => {
    const { extract } = scriptedModels();
    let asked = 0;
    bench.models = {
      ...scriptedModels(),
      extract: (request) => {
        const failure = failures[asked++];
        return failure ? Promise.reject(failure) : extract(request);
      },
    };
    return () => asked;
  };

  test('leaves the call its transcript and the reason, at once and for good', async () => {
    await talk(`Write to ${EMAIL}.`);
    const asked = failing(UNREADABLE, UNREADABLE);
    await bench.conclude();
    await bench.conclude();
    expect(asked()).toBe(2);
    const call = await readCall(account, bench.call.id);
    expect(textsOf(call, 'user')).toEqual([`Write to ${EMAIL}.`]);
    expect(call).toMatchObject({ summary: null, error: expect.stringMatching(/form/), cost: { seconds: 40 } });
    expect((await bench.record()).concluded_at).not.toBeNull();
    expect((await readContact(account, contact.id)).email).toBeNull();
  });

  test('because the key is refused is asked again, once somebody has put that right; the words are there meanwhile', async () => {
    await talk(`Write to ${EMAIL}.`);
    failing(REFUSED);
    await expect(bench.conclude()).rejects.toThrow('refused the key');
    expect(textsOf(await readCall(account, bench.call.id), 'user')).toEqual([`Write to ${EMAIL}.`]);
    await bench.conclude();
    expect((await readContact(account, contact.id)).email).toBe(EMAIL);
  });

  test('is asked once more for an answer in a wrong form', async () => {
    await talk(`Write to ${EMAIL}.`);
    failing(UNREADABLE);
    await bench.conclude();
    expect(await bench.record()).toMatchObject({ error: null, summary: expect.any(String) });
    expect((await readContact(account, contact.id)).email).toBe(EMAIL);
  });

  test('does not hide why the call went wrong before', async () => {
    await testTable().write(changeCall(await bench.record(), { error: 'The line broke down.' }).operation);
    await talk(`Write to ${EMAIL}.`);
    failing(UNREADABLE, UNREADABLE);
    await bench.conclude();
    expect(await bench.record()).toMatchObject({ error: 'The line broke down.', summary: null });
  });
});
