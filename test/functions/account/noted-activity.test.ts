import { beforeAll, describe, expect, test } from '@jest/globals';
import { activity } from '#shared/domain/account/activity.ts';
import { DAY_MS } from '#shared/domain/time.ts';
import { activityOf as noteOf } from '#shared/store/activity.ts';
import { keys } from '#shared/store/keys.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { actionsDuring, activityOf } from '#test/harness/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, firstKey } from '#test/harness/given/api-keys.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { closedWindow } from '#test/harness/given/campaigns.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { DEAD_URL, rotate, setUrl } from '#test/harness/given/webhooks.ts';
import { callsOf } from '#test/harness/read.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { callConcluded, campaignBecomes } from '#test/harness/wait-for.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const remove = ({ api, slug: accountSlug }: TestAccount) => api.removeWebhook({ kind: 'call', accountSlug });

describe('what is noted', () => {
  test('an account begins with the operator, who made its first key', async () => {
    const own = await newAccount();
    const { id } = await firstKey(own);
    const actor = { type: 'operator', id: 'command_line', name: 'Command line' };
    expect(await activityOf(own)).toEqual([
      {
        id: expect.stringMatching(/^act_/),
        at: expect.stringMatching(/Z$/),
        actor,
        action: 'api_key.created',
        resource: 'api_key',
        resource_id: id,
        summary: 'Created an API key.',
      },
      expect.objectContaining({ actor, action: 'account.created', resource: 'account', resource_id: own.accountId }),
    ]);
  });

  test('a key, by the key that made it and the one that revoked it', async () => {
    const own = await newAccount();
    const [first, other] = [await firstKey(own), await createKey(own, { name: 'Deploys' })];
    const third = await createKey({ ...own, api: other.api });
    await own.api.revokeApiKey({ apiKeyId: third.id });
    await other.api.revokeApiKey({ apiKeyId: other.id });
    const [deploys, firstName] = ['Deploys', 'First key'];
    expect((await activityOf(own)).map(({ action, resource_id, actor }) => [action, resource_id, actor])).toEqual([
      ['api_key.revoked', other.id, { type: 'api_key', id: other.id, name: deploys }],
      ['api_key.revoked', third.id, { type: 'api_key', id: first.id, name: firstName }],
      ['api_key.created', third.id, { type: 'api_key', id: other.id, name: deploys }],
      ['api_key.created', other.id, { type: 'api_key', id: first.id, name: firstName }],
      ['api_key.created', first.id, expect.objectContaining({ type: 'operator' })],
      ['account.created', own.accountId, expect.objectContaining({ type: 'operator' })],
    ]);
  });

  test('every command of a campaign that changes it', async () => {
    const { api, given } = account;
    const { id } = await given.campaignWith([await given.contact()], closedWindow());
    const commands = async (): Promise<void> => {
      await api.runCampaign({ id });
      await api.pauseCampaign({ id });
      await api.resumeCampaign({ id });
      await api.runCampaign({ id, maxCalls: 3 });
      await api.cancelCampaign({ id });
      await api.redialCampaign({ id });
      await api.deleteCampaign({ id });
    };
    expect(await actionsDuring(account, commands)).toEqual([
      'campaign.run',
      'campaign.paused',
      'campaign.resumed',
      'campaign.run',
      'campaign.cancelled',
      'campaign.redialled',
      'campaign.deleted',
    ]);
    const noted = (await activityOf(account)).filter(({ resource_id }) => resource_id === id);
    expect(new Set(noted.map(({ resource }) => resource))).toEqual(new Set(['campaign']));
    expect(noted.map(({ summary }) => summary)).toContain('Ran a campaign: 3 calls at most.');
  });

  test('webhooks by their kind, numbers, and the stop of all calls', async () => {
    const { api, given } = account;
    const commands = async (): Promise<void> => {
      await setUrl(account, 'call', DEAD_URL);
      await setUrl(account, 'call', DEAD_URL, false);
      await rotate(account, 'call');
      await remove(account);
      await setUrl(account, 'call', DEAD_URL);
      const { id } = await given.number();
      await api.releasePhoneNumber({ id });
      await api.stopCalls({});
      await api.resumeCalls({});
    };
    expect(await actionsDuring(account, commands)).toEqual([
      'webhook.set',
      'webhook.set',
      'webhook.rotated',
      'webhook.removed',
      'webhook.set',
      'phone_number.purchased',
      'phone_number.released',
      'calls.stopped',
      'calls.resumed',
    ]);
    const [resumed] = await activityOf(account, { action: 'calls.resumed' });
    expect(resumed).toMatchObject({ resource: 'account', resource_id: account.accountId });
    const [rotated] = await activityOf(account, { action: 'webhook.rotated' });
    expect(rotated).toMatchObject({ resource: 'webhook', resource_id: 'call' });
  });

  test('nothing where a command changes nothing, only asks, or is refused', async () => {
    const own = await newAccount();
    const { api, given } = own;
    const [empty, one] = [await given.campaign(), await given.campaignWith([await given.contact()], closedWindow())];
    const id = one.id;
    await api.runCampaign({ id });
    await api.stopCalls({});
    await api.resumeCalls({});
    await setUrl(own, 'call', DEAD_URL);
    const commands = async (): Promise<void> => {
      await api.runCampaign({ id });
      await api.runCampaign({ id, dryRun: true });
      await api.runCampaign({ id: empty.id });
      await api.resumeCalls({});
      await setUrl(own, 'call', DEAD_URL);
      await expectRefused(api.resumeCampaign({ id }), 409, 'must be paused');
      await expectRefused(api.deleteCampaign({ id }), 409, 'running');
      expect(await statusOf(api.runCampaign({ id, maxCalls: 0 }))).toBe(400);
      expect(await statusOf(api.removeWebhook({ kind: 'billing' }))).toBe(404);
    };
    expect(await actionsDuring(own, commands)).toEqual([]);
    const twice = async (): Promise<void> => {
      for (let time = 0; time < 2; time++) {
        await api.pauseCampaign({ id });
        await api.redialCampaign({ id });
        await api.stopCalls({});
      }
    };
    expect(await actionsDuring(own, twice)).toEqual(['campaign.paused', 'calls.stopped']);
  });

  test('nothing that the service does by itself', async () => {
    const own = await newAccount();
    const { given, api } = own;
    const contact = await given.contact({ phone: calleePhone(CALLEE.wantsNoMoreCalls) });
    const { id } = await given.campaignWith([contact]);
    const called = async (): Promise<void> => {
      await api.runCampaign({ id });
      await campaignBecomes(own, id, 'completed');
      // The engine may have been faster than the run to claim it.
      const [call] = await callsOf(own, id);
      await callConcluded(own, call?.id ?? '');
      expect((await api.getContact({ id: contact.id })).contact.do_not_call).toBe(true);
    };
    expect(await actionsDuring(own, called)).toEqual(['campaign.run']);
  });
});

describe('do-not-call of a contact', () => {
  const suppressions = (own: TestAccount, work: () => Promise<unknown>) => actionsDuring(own, work);

  test('counts where it suppresses a number or lifts that, and only there', async () => {
    const { api, given } = account;
    const [phone, another] = [calleePhone(), calleePhone()];
    const contact = await given.contact({ phone });
    const twin = await given.contact({ phone });
    const change = (id: string, changes: object) => suppressions(account, () => api.updateContact({ id, ...changes }));
    expect(await change(contact.id, { doNotCall: false })).toEqual([]);
    expect(await change(contact.id, { doNotCall: true })).toEqual(['suppression.added']);
    expect(await change(contact.id, { doNotCall: true })).toEqual([]);
    expect(await change(twin.id, { doNotCall: true })).toEqual([]);
    expect(await change(contact.id, { firstName: 'Grace' })).toEqual([]);
    expect(await change(contact.id, { phoneSecondary: another })).toEqual(['suppression.added']);
    expect(await change(twin.id, { doNotCall: false })).toEqual(['suppression.removed']);
    expect(await change(contact.id, { doNotCall: false })).toEqual(['suppression.removed']);
    expect(await suppressions(account, () => given.contact({ phone: null, doNotCall: true }))).toEqual([]);
    const [removed] = await activityOf(account, { action: 'suppression.removed' });
    expect(removed).toMatchObject({ resource: 'contact', resource_id: contact.id });
    expect(removed?.summary).toBe('Lifted the suppression of phone numbers: 1 number.');
  });

  test('a new contact, and rows of an import, whose activities count every number once', async () => {
    const own = await newAccount();
    const { api, given, teamId } = own;
    const { id: companyId } = await given.company();
    const known = calleePhone();
    const create = () => given.contact({ phone: known, phoneSecondary: calleePhone(), doNotCall: true, companyId });
    expect(await suppressions(own, create)).toEqual(['suppression.added']);
    expect((await activityOf(own))[0]?.summary).toBe('Suppressed phone numbers: 2 numbers.');
    const row = (fields: object) => ({ firstName: 'Ada', lastName: 'Lovelace', companyId, ...fields });
    const fresh = Array.from({ length: 60 }, () => calleePhone());
    const contacts = [
      ...fresh.map((phone) => row({ phone, doNotCall: true })),
      row({ phone: known, doNotCall: true }),
      row({ phone: calleePhone() }),
    ];
    const before = (await activityOf(own)).length;
    expect((await api.bulkCreateContacts({ teamId, contacts })).created).toBe(contacts.length);
    const noted = (await activityOf(own)).slice(0, -before);
    const numbers = noted.map(({ summary }) => Number(/: (\d+) number/.exec(summary)?.[1]));
    expect(numbers.reduce((sum, some) => sum + some, 0)).toBe(fresh.length);
    expect(noted.length).toBeLessThan(fresh.length);
    for (const { action } of noted) expect(action).toBe('suppression.added');
  });
});

test('no personal value and no secret is in it', async () => {
  const own = await newAccount();
  const { api, given } = own;
  const [phone, email, url] = [calleePhone(), 'grace@private.example', `${DEAD_URL}/token-of-the-receiver`];
  const contact = await given.contact({ phone, email, firstName: 'Gracious', lastName: 'Hopperson', doNotCall: true });
  const { id } = await given.campaignWith([contact], { name: 'Calls to Gracious Hopperson', ...closedWindow() });
  const number = await given.number();
  await api.runCampaign({ id });
  await setUrl(own, 'call', url);
  await rotate(own, 'call');
  await api.updateContact({ id: contact.id, doNotCall: false });
  const { token } = await createKey(own);
  const text = JSON.stringify(await activityOf(own));
  const { webhooks } = await api.listWebhooks({ accountSlug: own.slug });
  const secrets = [phone.slice(1), email, 'Gracious', 'Hopperson', number.phone_number.slice(1), 'receiver', 'olive'];
  for (const secret of [...secrets, token, webhooks[0]?.verification_key ?? '', own.slug]) {
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
  }
});

test('it is kept for 400 days', async () => {
  const [newest] = await activityOf(account);
  const item = await testTable().get<Record<string, number>>(keys.activity(newest?.id ?? ''));
  expect(item?.[TTL_ATTRIBUTE]).toBe(Math.floor((Date.parse(newest?.at ?? '') + 400 * DAY_MS) / 1000));
});

test('it is not listed after 400 days, although the database deletes it later', async () => {
  const own = await newAccount();
  const caller = callerOf(own.accountId);
  const stopped = (daysAgo: number) =>
    noteOf(caller, own.accountId, activity('calls.stopped', own.accountId), new Date(Date.now() - daysAgo * DAY_MS));
  await testTable().transact([stopped(401), stopped(399)]);
  const { activity: listed, count } = await own.api.listActivity({ action: 'calls.stopped' });
  expect([listed.length, count]).toEqual([1, 1]);
});
