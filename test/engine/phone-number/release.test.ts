import { describe, expect, test } from '@jest/globals';
import { placeCall } from '#functions/workers/place-call.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { runCampaign } from '#shared/engine/campaign/run.ts';
import { settleCalls } from '#shared/engine/campaign/settlement/settle-calls.ts';
import { retireNumber } from '#shared/engine/phone-number/release.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { keys } from '#shared/store/keys.ts';
import { beginRelease, getNumber, readDueNumbers } from '#shared/store/phone-numbers.ts';
import { present } from '#shared/store/table/table.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { dialsOf, dialsTo, expectNoDoubleDial } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { closedWindow } from '#test/harness/given/campaigns.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import {
  buy,
  carrier,
  deadCarrier,
  expectReleased,
  fire,
  numbersHeld,
  reconcile,
  recordOf,
  SIX_DAYS_MS,
  scheduleNamed,
} from '#test/harness/given/numbers.ts';
import { calleePhone, numberForSale } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { refusalOf, statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes, inboundCallEnds } from '#test/harness/wait-for.ts';

interface Owned {
  account: TestAccount;
  number: { id: string; phone_number: string };
}

const trialNumber = async (): Promise<Owned> => {
  const account = await newAccount({ plan: 'free' });
  return { account, number: await account.given.number() };
};

const release = ({ account, number }: Owned) => account.api.releasePhoneNumber({ id: number.id });

const inboundAssistant = async ({ account, number }: Owned): Promise<void> => {
  const assistant = await account.given.assistant({ templateId: 'inbound-support' });
  const body = { accountSlug: account.slug, phoneNumberIds: [number.id] };
  await account.api.assignPhoneNumbers({ assistantId: assistant.id, ...body });
};

describe('the end of a trial', () => {
  test('is scheduled for its very second, with a message that names the number alone', async () => {
    const { number } = await trialNumber();
    const { trial_expires_at } = await recordOf(number.phone_number);
    const end = new Date(Math.ceil(Date.parse(String(trial_expires_at)) / SECOND_MS) * SECOND_MS).toISOString();
    const { ScheduleExpression, Target } = await scheduleNamed(number.id);
    expect(ScheduleExpression).toBe(`at(${end.slice(0, 19)})`);
    expect(JSON.parse(Target?.Input ?? '')).toEqual({ number_id: number.id, due_at: end });
  });

  test('reaches the worker when the schedule fires, which decides from the table alone', async () => {
    const [early, half] = [await trialNumber(), await trialNumber()];
    await testTable().transact(beginRelease(await recordOf(half.number.phone_number), new Date()));
    for (const { number } of [early, half]) await fire(await scheduleNamed(number.id));
    await eventually(() => expectReleased(half.account, half.number));
    expect((await recordOf(early.number.phone_number)).status).toBe('active');
  });

  test('releases the number, which leaves its assistant; it was the only one', async () => {
    const owned = await trialNumber();
    await inboundAssistant(owned);
    const { account, number } = owned;
    await reconcile(number.id);
    expect((await getNumber(testTable(), number.id))?.status).toBe('active');
    await reconcile(number.id, SIX_DAYS_MS);
    await expectReleased(account, number);
    await reconcile(number.id, SIX_DAYS_MS);
    await expectReleased(account, number);
    const again = await refusalOf(buy(account, numberForSale()));
    expect(again).toMatchObject({ status: 403, eligibility: { currentCount: 0, maxAllowed: 0 } });
  });

  test('leaves the number to an account that has subscribed meanwhile', async () => {
    const { account, number } = await trialNumber();
    const { account_id } = await recordOf(number.phone_number);
    await testTable().write({ update: keys.account(account_id), set: { plan: 'starter' }, when: [present('pk')] });
    await reconcile(number.id, SIX_DAYS_MS);
    const kept = await recordOf(number.phone_number);
    expect(kept).toMatchObject({ status: 'active', is_trial: false, trial_expires_at: null, due_at: null });
    const listed = await account.api.listPhoneNumbers({ teamId: account.teamId });
    expect(listed.numbers).toMatchObject([{ id: number.id, is_trial: false }]);
  });

  test('is found by the sweep two minutes later, should its schedule be lost; a paid number never is', async () => {
    const { number } = await trialNumber();
    const paid = await (await newAccount()).given.number();
    const { trial_expires_at } = await recordOf(number.phone_number);
    const dueAfter = (minutes: number): Promise<string[]> =>
      readDueNumbers(testTable(), new Date(Date.parse(String(trial_expires_at)) + minutes * MINUTE_MS), 1_000);
    expect(await dueAfter(1)).not.toContain(number.id);
    await eventually(async () => expect(await dueAfter(2)).toContain(number.id));
    expect(await dueAfter(2)).not.toContain(paid.id);
  });

  test('leaves every campaign at once, also one that is outside its window or not begun', async () => {
    const { account, number } = await trialNumber();
    const contact = await account.given.contact();
    const waiting = await account.given.campaignWith([contact], { fromNumberIds: [number.id], ...closedWindow() });
    const draft = await account.given.campaignWith([contact], { fromNumberIds: [number.id] });
    await account.api.runCampaign({ id: waiting.id });
    await reconcile(number.id, SIX_DAYS_MS);
    const [paused, untouched] = [await readCampaign(account, waiting.id), await readCampaign(account, draft.id)];
    expect(paused).toMatchObject({ status: 'paused', from_number_ids: [], from_number: '' });
    expect(paused.paused_reason).toBe('None of the campaign phone numbers can be called from any more.');
    expect(untouched).toMatchObject({ status: 'draft', from_number_ids: [] });
  });

  test('pauses a campaign that has no other number, and says why', async () => {
    const { account, number } = await trialNumber();
    const contact = await account.given.contact();
    const window = closedWindow();
    const { id } = await account.given.campaignWith([contact], { fromNumberIds: [number.id], ...window });
    await account.api.runCampaign({ id });
    await reconcile(number.id, SIX_DAYS_MS);
    await account.api.updateCampaign({ id, callWindowStart: null, callWindowEnd: null });
    const { paused_reason } = await campaignBecomes(account, id, 'paused');
    expect(paused_reason).toBe('None of the campaign phone numbers can be called from any more.');
    expect(dialsTo(contact)).toEqual([]);
    expect(await statusOf(account.api.runCampaign({ id }))).toBe(409);
  });
});

describe('a release during a campaign', () => {
  test('stops every dial from the number once it is answered; the other number calls the rest', async () => {
    const account = await newAccount();
    const numbers = [await account.given.number(), await account.given.number()] as const;
    const contacts = await account.given.contacts(10);
    const fromNumberIds = numbers.map(({ id }) => id);
    const { id } = await account.given.campaignWith(contacts, { fromNumberIds, maxConcurrentCalls: 4 });
    await account.api.runCampaign({ id });
    const dialledFromFirst = () => dialsOf(contacts).filter(({ from }) => from === numbers[0].phone_number);
    await eventually(() => expect(dialledFromFirst().length).toBeGreaterThan(0));
    expect((await release({ account, number: numbers[0] })).phoneNumber.status).toBe('released');
    const answered = Date.now();
    expect(await campaignBecomes(account, id, 'completed')).toMatchObject({ contacts_called: 10 });
    const released = dialledFromFirst();
    expect(released.length).toBeGreaterThan(0);
    expect(released.filter(({ at }) => Date.parse(at) > answered)).toEqual([]);
    expectNoDoubleDial(contacts);
  });

  test('gives back a claim that was not dialled yet, and the contact is due again at once', async () => {
    const account = await newAccount();
    const number = await account.given.number();
    const contact = await account.given.contact();
    const other = await account.given.number();
    const { id } = await account.given.campaignWith([contact], { fromNumberIds: [number.id, other.id] });
    const silent = { send: async () => undefined };
    const by = callerOf(account.accountId);
    const request = { campaignId: id, by, executionId: 'run_1', maxCalls: null, dryRun: false, now: new Date() };
    const queues = { dialQueue: silent, campaignQueue: silent };
    const clock = () => new Date();
    const engine = {
      table: testTable(),
      ...queues,
      limits: DIAL_LIMITS,
      clock,
      log: SILENT_LOG,
      checkTranscriber: () => null,
    };
    const { calls } = await runCampaign(engine, request);
    const call = calls[0] as NonNullable<(typeof calls)[0]>;
    await release({ account, number });
    const ports = { ...engine, telephony: carrier() };
    await placeCall.definition.handle({ call_id: call.id, generation: call.generation }, ports as never);
    expect(await getCall(testTable(), call.id)).toMatchObject({
      status: 'not_dialed',
      not_dialed_reason: 'caller_id_gone',
    });
    await settleCalls({ table: testTable(), log: SILENT_LOG }, id, [call.id], new Date());
    expect(dialsTo(contact)).toEqual([]);
    expect((await readCampaign(account, id)).contact_status_counts).toMatchObject({ queued: 1, dialing: 0 });
  });
});

describe('a release that stops half way', () => {
  const retired = async (owned: Owned) =>
    retireNumber(
      { table: testTable(), log: SILENT_LOG, clock: () => new Date(), sleep: async () => undefined },
      await recordOf(owned.number.phone_number),
    );
  const returned = async ({ number }: Owned): Promise<void> => {
    const { provider_number_id, phone_number } = await recordOf(number.phone_number);
    await carrier().releaseNumber({ providerNumberId: provider_number_id ?? '', phoneNumber: phone_number });
  };

  test.each<[string, ((owned: Owned) => Promise<void>)[]]>([
    ['after the number was taken out of use', [retired]],
    ['after the carrier had it back', [retired, returned]],
  ])('%s is finished by the worker, however often it comes', async (_, steps) => {
    const account = await newAccount();
    const owned = { account, number: await account.given.number() };
    for (const step of steps) await step(owned);
    expect(await numbersHeld(account)).toBe(1);
    await Promise.all([reconcile(owned.number.id), reconcile(owned.number.id)]);
    await expectReleased(account, owned.number);
  });

  test('because the carrier cannot be reached stays `releasing`, is swept a minute later, and is finished then', async () => {
    const { account, number } = await trialNumber();
    await expect(reconcile(number.id, SIX_DAYS_MS, deadCarrier())).rejects.toThrow();
    expect(await getNumber(testTable(), number.id)).toMatchObject({ status: 'releasing' });
    expect(await statusOf(buy(account, numberForSale()))).toBe(403);
    const soon = new Date(Date.now() + SIX_DAYS_MS + 2 * MINUTE_MS);
    await eventually(async () => expect(await readDueNumbers(testTable(), soon, 1_000)).toContain(number.id));
    await reconcile(number.id);
    await expectReleased(account, number);
  });
});

/** A call to a number that was answered; a caller who gave up before a busy machine answered calls again. */
const answeredCall = async (phoneNumber: string): Promise<string> => {
  const callControlId = await placeInboundCall(calleePhone(), phoneNumber);
  const answers = await eventually(() => {
    const found = commandsOf({ command: 'answer', call_control_id: callControlId });
    expect(found).not.toEqual([]);
    return found;
  });
  return answers.some(({ result }) => result === 'ok') ? callControlId : answeredCall(phoneNumber);
};

describe('an inbound call', () => {
  test('that is on when its number is released is recorded to its end', async () => {
    const account = await newAccount();
    const owned = { account, number: await account.given.number() };
    await inboundAssistant(owned);
    const callControlId = await answeredCall(owned.number.phone_number);
    await release(owned);
    const call = await inboundCallEnds(account, callControlId);
    expect(call).toMatchObject({ status: 'ended', outcome: 'answered' });
  });

  test('to a number that is being released is rejected and recorded, to a released one only rejected', async () => {
    const account = await newAccount();
    const owned = { account, number: await account.given.number() };
    await inboundAssistant(owned);
    await testTable().transact(beginRelease(await recordOf(owned.number.phone_number), new Date()));
    const first = await placeInboundCall(calleePhone(), owned.number.phone_number);
    expect(await inboundCallEnds(account, first)).toMatchObject({ answered_at: null, assistant_id: null });
    await release(owned);
    const second = await placeInboundCall(calleePhone(), owned.number.phone_number);
    await eventually(() => expect(commandsOf({ command: 'reject', call_control_id: second })).not.toEqual([]));
    const { calls } = await account.api.listCalls({ teamId: account.teamId });
    expect(calls.map(({ call_control_id }) => call_control_id)).toEqual([first]);
    expect(commandsOf({ command: 'answer' }).map(({ to }) => to)).not.toContain(owned.number.phone_number);
  });
});
