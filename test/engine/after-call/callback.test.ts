import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { releaseSingle } from '#shared/engine/call/single/release-call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { keys } from '#shared/store/keys.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { ANSWERED, HUNG_UP, heard, type LiveCall, newLiveCall } from '#test/harness/given/calls/live-call.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { readCall, readCampaign } from '#test/harness/read.ts';

import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';

/** So late that the running stack leaves these calls alone. */
const MUCH_LATER_SECONDS = 70 * 365 * 24 * 3600;
const WISH = 'I am busy right now. Call me back in two minutes, please.';

let account: TestAccount;
let campaign: Campaign;
let contact: Contact;
let from: { id: string; phone_number: string };
let bench: LiveCall;
let looks: unknown[];
beforeAll(async () => {
  account = await newAccount();
  from = await account.given.number();
});

const newCall = async (given: Partial<CallRecord> = {}): Promise<void> => {
  const at = new Date(Date.now() + MUCH_LATER_SECONDS * SECOND_MS).toISOString();
  bench = await newLiveCall(account, {
    assistant_id: campaign.assistant_id,
    campaign_id: campaign.id,
    contact_id: contact.id,
    company_id: contact.company_id,
    from_number_id: from.id,
    from_number: from.phone_number,
    to_number: contact.phone ?? '',
    answered_at: at,
    started_at: at,
    ...given,
  });
  bench.wait(MUCH_LATER_SECONDS);
  looks = [];
  bench.ports.dialQueue = { send: async (messages) => void looks.push(...messages) };
};
const given = async (settings: Record<string, unknown> = {}, ofContact = {}): Promise<void> => {
  campaign = await account.given.campaign({ fromNumberIds: [from.id], settings });
  contact = await account.given.contact({ phone: calleePhone(), ...ofContact });
  await newCall();
};
beforeEach(() => given());

const talk = async (...lines: string[]): Promise<void> => {
  await bench.deliver(ANSWERED, ...lines.map((line) => heard(line)), HUNG_UP);
  await bench.end();
  await bench.conclude();
};

const callbacks = async () => {
  const { calls } = await account.api.listCalls({ teamId: account.teamId, contactId: contact.id, limit: 200 });
  return calls.filter(({ callback_of }) => callback_of !== null);
};
const endedAfter = async (ms: number): Promise<string> =>
  new Date(Date.parse((await bench.record()).ended_at ?? '') + ms).toISOString();

describe('who asks to be called back', () => {
  test('is, by the same assistant with the same caller ID, outside the campaign', async () => {
    await talk(WISH);
    const scheduled_at = await endedAfter(2 * MINUTE_MS);
    expect(await callbacks()).toMatchObject([
      {
        status: 'scheduled',
        scheduled_at,
        callback_of: bench.call.id,
        campaign_id: null,
        contact_id: contact.id,
        company_id: contact.company_id,
        assistant_id: campaign.assistant_id,
        from_number: from.phone_number,
        to_number: contact.phone,
        direction: 'outbound',
      },
    ]);
    const [callback] = await callbacks();
    expect(looks).toMatchObject([{ call_id: callback?.id }]);
    const { extracted } = await readCall(account, bench.call.id);
    expect(extracted).toMatchObject({ callback_at: { value: scheduled_at, evidence: expect.stringContaining('two') } });
  });

  test('is called on their own clock', async () => {
    await given({}, { timezone: 'Asia/Tokyo' });
    await talk('Call me tomorrow at three.');
    const [callback] = await callbacks();
    expect(callback?.scheduled_at).toMatch(/T06:00:00/);
  });

  test('without a time zone is called on the clock of their area code', async () => {
    // Seattle, eight hours before UTC in November.
    await given({}, { phone: '+12065550001' });
    await talk('Call me tomorrow at three.');
    expect((await callbacks())[0]?.scheduled_at).toMatch(/T23:00:00/);
  });

  test('is called back once, however often the call is concluded', async () => {
    await bench.deliver(ANSWERED, heard(WISH), HUNG_UP);
    await bench.end();
    await Promise.all([bench.conclude(), bench.conclude(), bench.conclude()]);
    await bench.conclude();
    expect(await callbacks()).toHaveLength(1);
  });

  test('in time again is called at the later wish, and at the earlier no more', async () => {
    await talk(WISH);
    await newCall();
    await talk('Call me in an hour.');
    const found = await callbacks();
    expect(found.map(({ status }) => status).sort()).toEqual(['cancelled', 'scheduled']);
    expect(found.find(({ status }) => status === 'scheduled')?.callback_of).toBe(bench.call.id);
  });

  test('while the earlier callback is being dialled is called at the later wish alone, if that dial is given back', async () => {
    await talk(WISH);
    const [earlier] = await callbacks();
    const { table } = bench.ports;
    await table.write({
      update: keys.call(earlier?.id ?? ''),
      set: { status: 'dialing', generation: 1, due_at: null },
    });
    await newCall();
    await talk('Call me in an hour.');
    expect((await callbacks()).map(({ status }) => status).sort()).toEqual(['dialing', 'scheduled']);
    const dialing = (await getCall(table, earlier?.id ?? '')) as CallRecord;
    await releaseSingle(bench.ports, dialing, 'rate_limited');
    const found = await callbacks();
    expect(found.map(({ status }) => status).sort()).toEqual(['cancelled', 'scheduled']);
    expect(found.find(({ status }) => status === 'scheduled')?.callback_of).toBe(bench.call.id);
  });

  test('on two calls at once is called once', async () => {
    await bench.deliver(ANSWERED, heard(WISH), HUNG_UP);
    await bench.end();
    const first = bench;
    await newCall();
    await bench.deliver(ANSWERED, heard(WISH), HUNG_UP);
    await bench.end();
    await Promise.all([first.conclude(), bench.conclude()]);
    expect((await callbacks()).map(({ status }) => status).sort()).toEqual(['cancelled', 'scheduled']);
  });

  test('when they called in is called at that number, from the number they called', async () => {
    const caller = calleePhone();
    await newCall({
      direction: 'inbound',
      campaign_id: null,
      from_number_id: null,
      from_number: caller,
      to_number: from.phone_number,
    });
    await talk(WISH);
    expect(await callbacks()).toMatchObject([{ from_number: from.phone_number, to_number: caller }]);
  });

  test('is called three times in a row at most', async () => {
    for (const place_in_chain of [2, 3]) {
      await newCall({ campaign_id: null, callback_campaign_id: campaign.id, place_in_chain });
      await talk(WISH);
      expect(await callbacks()).toHaveLength(1);
    }
  });
});

describe('nobody is called back', () => {
  test.each([
    ['who asks not to be called again', async () => undefined, [WISH, 'No, do not call me again.']],
    ['for an appointment', async () => undefined, ['Tuesday at ten suits me.']],
    ['for a time that is past', async () => undefined, ['I am late. Call me today without fail at 0:00.']],
    ['where the campaign does not want it', () => given({ callbacks: false }), [WISH]],
    [
      'whose number is do-not-call',
      () => account.api.addSuppression({ teamId: account.teamId, phone: contact.phone ?? '' }),
      [WISH],
    ],
    ['of a campaign that was cancelled', () => account.api.cancelCampaign({ id: campaign.id }), [WISH]],
  ] as [string, () => Promise<unknown>, string[]][])('%s', async (_, before, lines) => {
    await before();
    await talk(...lines);
    expect((await bench.record()).concluded_at).not.toBeNull();
    expect(await callbacks()).toEqual([]);
  });

  test('of a campaign that is cancelled at that moment', async () => {
    await bench.deliver(ANSWERED, heard(WISH), HUNG_UP);
    await bench.end();
    const { models } = bench;
    const late = tableBeforeWrite(() => account.api.cancelCampaign({ id: campaign.id }));
    bench.models = {
      ...models,
      extract: (request) => {
        bench.ports.table = late;
        return models.extract(request);
      },
    };
    await bench.conclude();
    expect((await bench.record()).concluded_at).not.toBeNull();
    expect(await callbacks()).toEqual([]);
  });
});

test('a cancelled campaign takes its callbacks with it, and those that follow from them', async () => {
  await talk(WISH);
  await newCall({ campaign_id: null, callback_campaign_id: campaign.id, place_in_chain: 1, to_number: calleePhone() });
  await talk(WISH);
  await account.api.cancelCampaign({ id: campaign.id });
  expect((await callbacks()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
});

test('who asks for it on every call is called again three times, outside the counters of the campaign', async () => {
  const person = await account.given.contact({ phone: calleePhone(CALLEE.asksForCallback) });
  const { id } = await account.given.campaignWith([person], { fromNumberIds: [from.id] });
  await account.api.runCampaign({ id });
  const { teamId } = account;
  const calls = await eventually(async () => {
    const found = (await account.api.listCalls({ teamId, contactId: person.id })).calls;
    expect(found.filter(({ status }) => status === 'ended')).toHaveLength(4);
    return found.toReversed();
  });
  expect(calls.map(({ outcome, callback_of }) => [outcome, callback_of])).toEqual([
    ['answered', null],
    ...calls.slice(0, 3).map((call) => ['answered', call.id]),
  ]);
  const counts = await readCampaign(account, id);
  expect(counts).toMatchObject({ status: 'completed', total_contacts: 1, contacts_called: 1, contacts_answered: 1 });
});
