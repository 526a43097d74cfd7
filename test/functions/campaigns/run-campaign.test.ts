import { beforeAll, describe, expect, test } from '@jest/globals';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { windowLater } from '#test/harness/given/campaigns.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const run = (campaignId: string, body?: Record<string, unknown>) =>
  account.api.runCampaign({ id: campaignId, ...body });

const completes = (campaignId: string) => campaignBecomes(account, campaignId, 'completed');

describe('200', () => {
  test('a run starts queued calls up to the limit, and the campaign is running', async () => {
    const contacts = await account.given.contacts(3);
    const campaign = await account.given.campaignWith(contacts, { maxConcurrentCalls: 2 });
    const body = await run(campaign.id, { accountSlug: account.slug });
    expect(body).toMatchObject({ started: 2, failed: 0, errors: [], dryRun: false });
    expect(body.message).toMatch(/2 calls started/);
    expect(body.calls).toHaveLength(2);
    for (const call of body.calls) {
      expect(call).toMatchObject({
        id: expect.stringMatching(/^call_/),
        team_id: account.teamId,
        campaign_id: campaign.id,
        assistant_id: campaign.assistant_id,
        direction: 'outbound',
        from_number: campaign.from_number,
        status: 'queued',
        attempt: 1,
        outcome: null,
        transcript: [],
      });
      const contact = contacts.find(({ id }) => id === call.contact_id);
      expect([call.to_number, call.company_id]).toEqual([contact?.phone, contact?.company_id]);
    }
    expect((await readCampaign(account, campaign.id)).status).toBe('running');
    await completes(campaign.id);
  });

  test('an empty body, or none, is a run of everything', async () => {
    const campaign = await account.given.campaignWith(await account.given.contacts(1));
    const body = await run(campaign.id);
    expect([body.started, body.dryRun]).toEqual([1, false]);
    await completes(campaign.id);
  });

  test('a dry run tells what a run would start, and writes nothing', async () => {
    const noPhone = await account.given.contact({ phone: null });
    const contacts = await account.given.contacts(4);
    const campaign = await account.given.campaignWith([noPhone, ...contacts]);
    const before = await readCampaign(account, campaign.id);
    const body = await run(campaign.id, { dryRun: true });
    expect(body).toMatchObject({ started: 3, failed: 1, dryRun: true });
    expect(body.calls.map((call) => call.status)).toEqual(['queued', 'queued', 'queued']);
    expect((await run(campaign.id, { dryRun: true, maxCalls: 1 })).started).toBe(1);
    expect(await run(campaign.id, { dryRun: true })).toMatchObject({ started: 3, failed: 1 });
    expect(await readCampaign(account, campaign.id)).toEqual(before);
    for (const { phone } of contacts) expect(commandsOf({ command: 'dial', to: phone })).toEqual([]);
  });

  test('contacts without a phone or on do-not-call fail with an explanation, and are skipped', async () => {
    const [noPhone, blocked, callable] = await Promise.all([
      account.given.contact({ firstName: 'Noah', phone: null }),
      account.given.contact({ firstName: 'Dana', doNotCall: true }),
      account.given.contact({ phone: calleePhone() }),
    ]);
    const campaign = await account.given.campaignWith([noPhone, blocked, callable]);
    const body = await run(campaign.id);
    expect(body).toMatchObject({ started: 1, failed: 2 });
    expect(body.errors).toHaveLength(2);
    const explained = (id: string): string => body.errors.find((error) => error.includes(id)) ?? '';
    expect(explained(noPhone.id)).toMatch(/Noah.*missing phone/);
    expect(explained(blocked.id)).toMatch(/Dana.*do-not-call/);
    const done = await completes(campaign.id);
    expect(done).toMatchObject({
      total_contacts: 3,
      contacts_called: 1,
      contacts_completed: 3,
      contacts_answered: 1,
    });
    expect(commandsOf({ command: 'dial', to: blocked.phone })).toEqual([]);
  });

  test('do-not-call holds for the number, also when another contact has it', async () => {
    const phone = calleePhone();
    await account.given.contact({ phone, doNotCall: true });
    const campaign = await account.given.campaignWith([await account.given.contact({ phone })]);
    expect(await run(campaign.id)).toMatchObject({ started: 0, failed: 1 });
    await completes(campaign.id);
    expect(commandsOf({ command: 'dial', to: phone })).toEqual([]);
  });

  test('maxCalls caps what is started', async () => {
    const campaign = await account.given.campaignWith(await account.given.contacts(3));
    const body = await run(campaign.id, { maxCalls: 1 });
    expect([body.started, body.calls.length]).toEqual([1, 1]);
  });

  test('a campaign without contacts starts nothing and stays a draft', async () => {
    const campaign = await account.given.campaign();
    const body = await run(campaign.id);
    expect([body.started, body.failed, body.calls]).toEqual([0, 0, []]);
    expect(body.message).toMatch(/no contacts/);
    expect((await readCampaign(account, campaign.id)).status).toBe('draft');
  });

  test('outside the window nothing is started, and the message tells the rule, when it opens and what changes it', async () => {
    const { fields, opensAt } = windowLater();
    const [contact] = await account.given.contacts(1);
    const campaign = await account.given.campaignWith([contact as { id: string }], fields);
    const body = await run(campaign.id);
    expect(body).toMatchObject({ started: 0, failed: 0, calls: [], errors: [] });
    expect(body.message).toContain(opensAt);
    expect(body.message).toContain(`${fields.callWindowStart} to ${fields.callWindowEnd} in UTC`);
    expect(body.message).toContain('PATCH /api/crm/campaigns/{id} changes it');
    expect((await readCampaign(account, campaign.id)).status).toBe('running');
    expect(commandsOf({ command: 'dial', to: contact?.phone ?? '' })).toEqual([]);
  });

  test('two runs at once start every contact once', async () => {
    const contacts = await account.given.contacts(3);
    const campaign = await account.given.campaignWith(contacts);
    const replies = await Promise.all([run(campaign.id), run(campaign.id)]);
    const ids = replies.flatMap(({ calls }) => calls.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await completes(campaign.id);
    for (const { phone } of contacts) expect(commandsOf({ command: 'dial', to: phone })).toHaveLength(1);
  });
});

describe('400', () => {
  test.each<[string, unknown]>([
    ['maxCalls', 0],
    ['maxCalls', -1],
    ['maxCalls', 1.5],
    ['maxCalls', '5'],
    ['dryRun', 'true'],
    ['accountSlug', 5],
  ])('%s must not be %p', async (field, value) => {
    expect(await wrongFieldsOf(run('camp_any', { [field]: value }))).toEqual([field]);
  });
});

describe('403 and 404', () => {
  test('campaign and slug of another account are forbidden, unknown ones do not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.campaign();
    const own = await account.given.campaign();
    expect(await statusOf(run(foreign.id))).toBe(403);
    expect(await statusOf(run(own.id, { accountSlug: other.slug }))).toBe(403);
    expect(await statusOf(run('camp_unknown'))).toBe(404);
    expect(await statusOf(run(own.id, { accountSlug: 'no-such-account' }))).toBe(404);
  });
});

describe('409', () => {
  test('an assistant that may not place calls is refused in words, and nothing is started', async () => {
    const assistant = await account.given.assistant({ templateId: 'inbound-support' });
    const campaign = await account.given.campaignWith(await account.given.contacts(1), { assistantId: assistant.id });
    for (const body of [{}, { dryRun: true }]) {
      await expectRefused(run(campaign.id, body), 409, 'outbound_enabled');
    }
    expect((await readCampaign(account, campaign.id)).status).toBe('draft');
  });

  test('an assistant with an unknown speech-to-text provider is refused in words', async () => {
    const assistant = await account.given.assistant();
    await account.api.updateAssistant({
      assistantId: assistant.id,
      accountSlug: account.slug,
      transcriptor_provider: 'a-vendor-of-tomorrow',
    });
    const campaign = await account.given.campaignWith(await account.given.contacts(1), { assistantId: assistant.id });
    await expectRefused(run(campaign.id), 409, 'a-vendor-of-tomorrow');
  });

  test('a completed campaign cannot be run', async () => {
    const campaign = await account.given.campaignWith([await account.given.contact({ phone: null })]);
    await run(campaign.id);
    await completes(campaign.id);
    await expectRefused(run(campaign.id), 409, 'completed');
  });
});
