import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { closedWindow, FAR_FUTURE } from '#test/harness/given/campaigns.ts';
import { readCampaign } from '#test/harness/read.ts';
import { expectRefused, statusesOf, statusOf } from '#test/harness/refusals.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const drop = (id: string) => account.api.deleteAssistant({ assistantId: id });

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
    expect(await drop(id)).toEqual({ success: true });
    const change = { assistantId: id, accountSlug: account.slug, name: 'Back' };
    const calls = [account.api.getAssistant({ assistantId: id }), account.api.updateAssistant(change), drop(id)];
    expect(await statusesOf(calls)).toEqual([404, 404, 404]);
  });

  test('its numbers become unassigned, and others keep theirs', async () => {
    const [gone, kept] = await Promise.all(
      [1, 2].map(() => account.given.assistant({ templateId: 'inbound-support' })),
    );
    const numbers = await Promise.all([account.given.number(), account.given.number(), account.given.number()]);
    const assign = (assistantId: string, ids: string[]) =>
      account.api.assignPhoneNumbers({ assistantId, accountSlug: account.slug, phoneNumberIds: ids });
    await assign(gone?.id ?? '', [numbers[0]?.id ?? '', numbers[1]?.id ?? '']);
    await assign(kept?.id ?? '', [numbers[2]?.id ?? '']);
    await drop(gone?.id ?? '');
    const owned = (await account.api.listPhoneNumbers({ teamId: account.teamId })).numbers;
    const assistantOf = (id: string | undefined) => owned.find((number) => number.id === id)?.assistant_id;
    expect(numbers.map(({ id }) => assistantOf(id))).toEqual([null, null, kept?.id]);
  });

  test.each<[CampaignStatus, ('run' | 'pause' | 'cancel')[]]>([
    ['draft', []],
    ['paused', ['run', 'pause']],
    ['cancelled', ['cancel']],
  ])('a %s campaign does not hold it, and cannot be run with it any more', async (status, commands) => {
    const { assistant, campaign } = await campaignOfNewAssistant();
    for (const command of commands) await account.api[`${command}Campaign`]({ id: campaign.id });
    expect((await readCampaign(account, campaign.id)).status).toBe(status);
    await drop(assistant.id);
    expect(await statusOf(account.api.runCampaign({ id: campaign.id }))).toBe(409);
  });

  test('a deleted scheduled campaign does not hold it', async () => {
    const { assistant, campaign } = await campaignOfNewAssistant({ scheduledStartAt: FAR_FUTURE });
    await account.api.deleteCampaign({ id: campaign.id });
    await drop(assistant.id);
  });
});

describe('403 and 404', () => {
  test('a foreign assistant is forbidden and stays; an unknown one does not exist', async () => {
    const other = await newAccount();
    const foreign = await other.given.assistant();
    expect(await statusOf(drop(foreign.id))).toBe(403);
    await other.api.getAssistant({ assistantId: foreign.id });
    expect(await statusOf(drop('asst_unknown'))).toBe(404);
  });
});

describe('409', () => {
  test('a running or scheduled campaign holds it until it is paused', async () => {
    const [running, scheduled] = await Promise.all([
      campaignOfNewAssistant(),
      campaignOfNewAssistant({ scheduledStartAt: FAR_FUTURE }),
    ]);
    await account.api.runCampaign({ id: running.campaign.id });
    await expectRefused(drop(running.assistant.id), 409, running.campaign.id);
    await expectRefused(drop(scheduled.assistant.id), 409, 'scheduled');
    await account.api.getAssistant({ assistantId: running.assistant.id });
    await account.api.pauseCampaign({ id: running.campaign.id });
    await drop(running.assistant.id);
  });
});
