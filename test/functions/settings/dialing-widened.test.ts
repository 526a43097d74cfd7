import { beforeEach, expect, test } from '@jest/globals';
import type { Contact } from '#shared/schemas/contact.ts';
import { dialsTo } from '#test/harness/dials.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

/** A wider bound lets campaigns go on that wait for it. */

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const patch = (changes: object) => account.api.updateDialingSettings({ accountSlug: account.slug, ...changes });

/** A campaign that is run over callees of this ending, and waits for a bound. */
const waitingFor = async (
  reason: string,
  endings: string[],
  bound: object,
): Promise<{ id: string; contacts: Contact[] }> => {
  await patch(bound);
  const contacts = await Promise.all(endings.map((ending) => account.given.contact({ phone: calleePhone(ending) })));
  const { id } = await account.given.campaignWith(contacts, { maxAttemptsPerContact: 2, retryDelayMinutes: 0 });
  await account.api.runCampaign({ id });
  await eventually(async () => expect((await account.api.getCampaign({ id })).campaign.waiting_reason).toBe(reason));
  return { id, contacts };
};

const dials = (contacts: Contact[]): number => contacts.flatMap(dialsTo).length;

test('more calls a day', async () => {
  const endings = [CALLEE.answers, CALLEE.answers, CALLEE.answers];
  const { id, contacts } = await waitingFor('daily_calls', endings, { maxCallsPerDay: 1 });
  await eventually(async () => expect(dials(contacts)).toBe(1));
  await patch({ maxCallsPerDay: 3 });
  expect(await campaignBecomes(account, id, 'completed')).toMatchObject({ contacts_answered: 3 });
});

test('more dials of a number', async () => {
  const { id, contacts } = await waitingFor('number_daily_calls', [CALLEE.isBusy], { maxCallsPerNumberPerDay: 1 });
  expect(dials(contacts)).toBe(1);
  await patch({ maxCallsPerNumberPerDay: 2 });
  await campaignBecomes(account, id, 'completed');
  expect(dials(contacts)).toBe(2);
});

test('more money a day', async () => {
  const { id, contacts } = await waitingFor('daily_spend', [CALLEE.answers], { maxSpendPerDayUsd: '0' });
  expect(dials(contacts)).toBe(0);
  await patch({ maxSpendPerDayUsd: null });
  await campaignBecomes(account, id, 'completed');
});

test('longer calling hours', async () => {
  const hour = new Date().getUTCHours();
  const clock = (hours: number): string => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
  await patch({ callingHours: { start: clock(4), end: clock(8) } });
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.answers), timezone: 'UTC' });
  const { id } = await account.given.campaignWith([contact]);
  await account.api.runCampaign({ id });
  expect((await account.api.getCampaign({ id })).campaign.waiting_reason).toBe('calling_hours');
  await patch({ callingHours: null });
  await campaignBecomes(account, id, 'completed');
});

test('a campaign that was paused while it waited goes on when it is resumed', async () => {
  const { id, contacts } = await waitingFor('number_daily_calls', [CALLEE.isBusy], { maxCallsPerNumberPerDay: 1 });
  await account.api.pauseCampaign({ id });
  await patch({ maxCallsPerNumberPerDay: 2 });
  await account.api.resumeCampaign({ id });
  await campaignBecomes(account, id, 'completed');
  expect(dials(contacts)).toBe(2);
});
