import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { campaignPath, closedWindow, FAR_FUTURE, getCampaign, give } from '#test/harness/given/campaign-states.ts';
import { refusalOf, remove } from '#test/harness/newer-replies.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const drop = (id: string) => remove(account, `/api/assistants/${id}`);

/** A campaign that uses a new assistant, and waits for its window or its start. */
const campaignOfNewAssistant = async (fields = {}) => {
  const assistant = await account.given.assistant();
  const [contact] = await account.given.contacts(1);
  const settings = { assistantId: assistant.id, ...closedWindow(), ...fields };
  return { assistant, campaign: await account.given.campaignWith([contact as { id: string }], settings) };
};

describe('200', () => {
  test('the assistant is gone by its id, for reading and for changes', async () => {
    const { id } = await account.given.assistant();
    expect((await drop(id)).body).toEqual({ success: true });
    const change = await account.api.patch(`/api/assistants/${id}`, { accountSlug: account.slug, name: 'Back' });
    expect([(await account.api.get(`/api/assistants/${id}`)).status, change.status, (await drop(id)).status]).toEqual([
      404, 404, 404,
    ]);
  });

  test('its numbers become unassigned, and others keep theirs', async () => {
    const [gone, kept] = await Promise.all(
      [1, 2].map(() => account.given.assistant({ templateId: 'inbound-support' })),
    );
    const numbers = await Promise.all([account.given.number(), account.given.number(), account.given.number()]);
    const assign = (assistantId: string | undefined, ids: string[]) =>
      account.api.patch(`/api/assistants/${assistantId}/telephony/phone-numbers`, {
        accountSlug: account.slug,
        phoneNumberIds: ids,
      });
    await assign(gone?.id, [numbers[0]?.id ?? '', numbers[1]?.id ?? '']);
    await assign(kept?.id, [numbers[2]?.id ?? '']);
    expect((await drop(gone?.id ?? '')).status).toBe(200);
    const owned = (await account.api.get(`/api/phone-numbers/purchase?teamId=${account.teamId}`)).body.numbers;
    const assistantOf = (id: string | undefined) => owned.find((number) => number.id === id)?.assistant_id;
    expect(numbers.map(({ id }) => assistantOf(id))).toEqual([null, null, kept?.id]);
  });

  test.each<[CampaignStatus, ('run' | 'pause' | 'cancel')[]]>([
    ['draft', []],
    ['paused', ['run', 'pause']],
    ['cancelled', ['cancel']],
  ])('a %s campaign does not hold it, and cannot be run with it any more', async (status, commands) => {
    const { assistant, campaign } = await campaignOfNewAssistant();
    for (const command of commands) await give(account, campaign.id, command);
    expect((await getCampaign(account, campaign.id)).status).toBe(status);
    expect((await drop(assistant.id)).status).toBe(200);
    expect((await give(account, campaign.id, 'run')).status).toBe(409);
  });

  test('a deleted scheduled campaign does not hold it', async () => {
    const { assistant, campaign } = await campaignOfNewAssistant({ scheduledStartAt: FAR_FUTURE });
    await remove(account, campaignPath(campaign.id));
    expect((await drop(assistant.id)).status).toBe(200);
  });
});

describe('403 and 404', () => {
  test('a foreign assistant is forbidden and stays; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.assistant();
    expect((await drop(foreign.id)).status).toBe(403);
    expect((await other.api.get(`/api/assistants/${foreign.id}`)).status).toBe(200);
    expect((await drop('asst_unknown')).status).toBe(404);
  });
});

describe('409', () => {
  test('a running or scheduled campaign holds it until it is paused', async () => {
    const [running, scheduled] = await Promise.all([
      campaignOfNewAssistant(),
      campaignOfNewAssistant({ scheduledStartAt: FAR_FUTURE }),
    ]);
    await give(account, running.campaign.id, 'run');
    expect(refusalOf(await drop(running.assistant.id))).toEqual([409, expect.stringContaining(running.campaign.id)]);
    expect(refusalOf(await drop(scheduled.assistant.id))).toEqual([409, expect.stringContaining('scheduled')]);
    expect((await account.api.get(`/api/assistants/${running.assistant.id}`)).status).toBe(200);
    await give(account, running.campaign.id, 'pause');
    expect((await drop(running.assistant.id)).status).toBe(200);
  });
});
