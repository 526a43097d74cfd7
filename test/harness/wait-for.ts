import { expect } from '@jest/globals';
import type { Client } from '#shared/client/client.ts';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { Delivery } from '#shared/schemas/webhook.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { type CallPermitRecord, readPermitsOf } from '#shared/store/limits/call-permits.ts';

import { dialsOf } from './dials.ts';
import { eventually } from './eventually.ts';
import { callsOf, readCall, readCampaign } from './read.ts';
import { testTable } from './stack/table.ts';

/** Waits for effects that follow a request by themselves. */

interface Watcher {
  api: Client;
  teamId: string;
  slug: string;
}

export const campaignBecomes = (account: Pick<Watcher, 'api'>, id: string, status: CampaignStatus): Promise<Campaign> =>
  eventually(async () => {
    const campaign = await readCampaign(account, id);
    expect(campaign.status).toBe(status);
    return campaign;
  });

/** The permits that the campaign's claimed and live calls hold. */
export const slotsOf = async ({ id }: Pick<Campaign, 'id'>): Promise<CallPermitRecord[]> => {
  const control = await getControl(testTable(), id);
  return control ? readPermitsOf(testTable(), control) : [];
};

export const expectNoSlots = async (campaign: Pick<Campaign, 'id'>): Promise<void> =>
  expect(await slotsOf(campaign)).toEqual([]);

/** Waits until no call of the campaign is claimed or live; only a wake-up can change it then. */
export const comesToRest = (campaign: Pick<Campaign, 'id'>): Promise<void> => eventually(() => expectNoSlots(campaign));

export const dialsReach = (contacts: Contact[], atLeast: number): Promise<void> =>
  eventually(() => expect(dialsOf(contacts).length).toBeGreaterThanOrEqual(atLeast));

/** The first call of a campaign, once somebody is on it or was. */
export const callBegins = (account: Watcher, campaign: Pick<Campaign, 'id'>): Promise<Call> =>
  eventually(async () => {
    const [call] = await callsOf(account, campaign.id);
    expect(['in_progress', 'ended']).toContain(call?.status);
    return readCall(account, call?.id ?? '');
  });

/** Waits until nothing remains to be done for the call: its conclusion is written and its price counted. */
export const callConcluded = (account: Pick<Watcher, 'api'>, id: string): Promise<Call> =>
  eventually(async () => {
    const record = await getCall(testTable(), id);
    expect(record?.concluded_at).not.toBeNull();
    expect(record?.usage.carrierMicroUsd).toBeGreaterThan(0);
    expect(record?.usage_counted).toEqual(record?.usage);
    return readCall(account, id);
  });

/** The record of an inbound call that is over. The completion of an answered one was also announced. */
export const inboundCallEnds = ({ api, teamId }: Watcher, callControlId: string): Promise<Call> =>
  eventually(async () => {
    const { calls } = await api.listCalls({ teamId, direction: 'inbound', limit: 200 });
    const call = calls.find(({ call_control_id }) => call_control_id === callControlId);
    expect(call?.status).toBe('ended');
    if (call?.outcome === 'answered') expect(call.duration_secs).not.toBeNull();
    return readCall({ api }, call?.id ?? '');
  });

/** All deliveries of an account, once there are enough and each fulfils the condition. */
export const deliveriesBecome = (
  { api, slug }: Watcher,
  count: number,
  expected: Partial<Delivery> & object,
): Promise<Delivery[]> =>
  eventually(async () => {
    const { deliveries } = await api.listWebhookDeliveries({ accountSlug: slug, limit: 200 });
    expect(deliveries).toHaveLength(count);
    for (const delivery of deliveries) expect(delivery).toMatchObject(expected);
    return deliveries;
  });
