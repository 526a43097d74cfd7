import { beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR_MS } from '#shared/domain/time.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { readCampaign } from '#test/harness/read.ts';
import { wrongFieldsOf } from '#test/harness/refusals.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

/** A callee in Tokyo, nine hours ahead of UTC all year, who answers. */
const PHONE = '+81312340001';
const TOKYO_HOURS = 9;

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
  await account.api.updateDialingSettings({ accountSlug: account.slug, allowedCountries: ['JP', 'US'] });
});

/** Two hours that are going on in a zone this many hours ahead of UTC. */
const openAt = (hoursAhead: number) => {
  const clock = (hours: number): string =>
    `${new Date(Date.now() + (hoursAhead + hours) * HOUR_MS).toISOString().slice(11, 13)}:00`;
  return { callWindowStart: clock(0), callWindowEnd: clock(2), callWindowTimezone: 'UTC' };
};

const settings = (windowInCalleeZone: boolean) => ({ settings: { windowInCalleeZone } });

const campaign = async (fields: object) => {
  const { id } = await account.given.campaignWith(
    [await account.given.contact({ phone: PHONE, timezone: null })],
    fields,
  );
  return id;
};

const runAndWait = async (id: string): Promise<void> => {
  await account.api.runCampaign({ id });
  await eventually(async () =>
    expect((await account.api.getCampaign({ id })).campaign.waiting_reason).toBe('call_window'),
  );
};

describe("a window in the callee's zones", () => {
  test('is a setting that is shown as it was given, and no other value than true or false is one', async () => {
    const id = await campaign({ ...openAt(0), ...settings(true) });
    expect((await readCampaign(account, id)).settings).toEqual({ windowInCalleeZone: true });
    await account.api.updateCampaign({ id, settings: {} });
    expect((await readCampaign(account, id)).settings).toEqual({});
    for (const wrong of ['true', 1, null, {}])
      expect(await wrongFieldsOf(account.api.updateCampaign({ id, settings: { windowInCalleeZone: wrong } }))).toEqual([
        'settings.windowInCalleeZone',
      ]);
  });

  test('is open when it is open to the callee', async () => {
    const id = await campaign({ ...openAt(TOKYO_HOURS), ...settings(true) });
    expect((await account.api.runCampaign({ id, dryRun: true })).started).toBe(1);
    await account.api.runCampaign({ id });
    await campaignBecomes(account, id, 'completed');
  });

  test("is closed when only the campaign's own would be open, and the run tells until when", async () => {
    const id = await campaign({ ...openAt(0), ...settings(true) });
    const { started, failed, errors, message } = await account.api.runCampaign({ id, dryRun: true });
    expect([started, failed, errors.length]).toEqual([0, 1, 1]);
    expect(errors[0]).toMatch(/waits until .+Z \(\d\d:00 on .+ in Asia\/Tokyo\): the campaign's call window is/);
    expect(message).toMatch(/^0 calls would be started\. 1 contact waits until .+ in Asia\/Tokyo\)\.$/);
    await runAndWait(id);
  });

  test('when it is turned on, a campaign goes on that waits for its own', async () => {
    const id = await campaign(openAt(TOKYO_HOURS));
    await runAndWait(id);
    await account.api.pauseCampaign({ id });
    await account.api.updateCampaign({ id, ...settings(true) });
    await account.api.resumeCampaign({ id });
    await campaignBecomes(account, id, 'completed');
  });

  test('when it is turned off, contacts are called that wait for theirs', async () => {
    const id = await campaign({ ...openAt(0), ...settings(true) });
    await runAndWait(id);
    await account.api.pauseCampaign({ id });
    await account.api.updateCampaign({ id, ...settings(false) });
    await account.api.resumeCampaign({ id });
    await campaignBecomes(account, id, 'completed');
  });

  test('when a contact gets a zone of its own in which it is open, it is called', async () => {
    const contact = await account.given.contact({ phone: PHONE, timezone: null });
    const { id } = await account.given.campaignWith([contact], { ...openAt(0), ...settings(true) });
    await runAndWait(id);
    await account.api.updateContact({ id: contact.id, timezone: 'UTC' });
    await campaignBecomes(account, id, 'completed');
  });

  test('when the window is moved while the campaign runs, contacts are called that wait for it', async () => {
    const id = await campaign({ ...openAt(0), ...settings(true) });
    await runAndWait(id);
    await account.api.updateCampaign({ id, ...openAt(TOKYO_HOURS) });
    await campaignBecomes(account, id, 'completed');
  });
});
