import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { eventually } from '#test/harness/eventually.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { startTelnyxService, type TelnyxService } from './telnyx-service.ts';

/** Campaigns that cannot succeed stop by themselves and say why, whatever is wrong with them. */

/** The ending of numbers whose carrier rejects every call. */
const IS_REJECTED = '0020';

let service: TelnyxService;
beforeAll(async () => {
  service = await startTelnyxService();
});
afterAll(() => service?.stop());

let exchange = 200;
const campaignOver = async (count: number, ending: string): Promise<Campaign> => {
  const { client, teamId, number } = service;
  const assistant = await service.assistant('outbound-setter', { first_message: 'Hello.' });
  const contacts = [];
  for (let at = 0; at < count; at++) contacts.push(await service.contact(`+1206${++exchange}${ending}`));
  const references = { teamId, companyId: contacts[0]?.company_id ?? '', assistantId: assistant.id };
  const settings = { fromNumberIds: [number.id], maxConcurrentCalls: 5, maxAttemptsPerContact: 1 };
  const { id } = (await client.createCampaign({ name: 'Calls', ...references, ...settings })).campaign;
  await client.addCampaignContacts({ id, contactIds: contacts.map((contact) => contact.id) });
  await client.runCampaign({ id });
  return read(id);
};

const read = async (id: string): Promise<Campaign> => (await service.client.getCampaign({ id })).campaign;

const comesToRest = ({ id }: Campaign, status: string): Promise<Campaign> =>
  eventually(async () => {
    const campaign = await read(id);
    expect(campaign.status).toBe(status);
    expect(campaign.contact_status_counts).toMatchObject({ dialing: 0, in_progress: 0 });
    return campaign;
  });

test('40 contacts whose carrier rejects every call: the campaign is paused after 25, and resumed by people', async () => {
  const campaign = await campaignOver(40, IS_REJECTED);
  const paused = await comesToRest(campaign, 'paused');
  expect(paused.paused_reason).toMatch(/^2[0-5] of the last 25 calls failed; the last one: call_rejected$/);
  expect(paused.contacts_called).toBeGreaterThanOrEqual(25);
  expect(paused.contacts_called).toBeLessThan(35);
  await service.client.resumeCampaign({ id: campaign.id });
  const rest = { contacts_called: 40, contact_status_counts: { failed: 40 } };
  expect(await comesToRest(campaign, 'completed')).toMatchObject(rest);
});

test('30 contacts whose numbers do not exist: the campaign is completed', async () => {
  const campaign = await campaignOver(30, CALLEE.isInvalid);
  expect(await comesToRest(campaign, 'completed')).toMatchObject({
    contacts_called: 30,
    contact_status_counts: { failed: 30 },
  });
});

test('a revoked key pauses the campaign at once and costs nobody an attempt; restored, everybody is called', async () => {
  service.telnyx.misbehave('POST /calls', 'unauthorized', Number.POSITIVE_INFINITY);
  const campaign = await campaignOver(20, CALLEE.isBusy);
  const paused = await comesToRest(campaign, 'paused');
  expect(paused).toMatchObject({
    contacts_called: 0,
    paused_reason: 'The carrier does not accept calls: Telnyx answered 401, Authentication failed (10009).',
  });
  service.telnyx.behave();
  await service.client.resumeCampaign({ id: campaign.id });
  expect(await comesToRest(campaign, 'completed')).toMatchObject({ contacts_called: 20 });
});
