import { expect } from '@jest/globals';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { readSlots } from '#shared/store/limits/campaign-slots.ts';
import { type CarrierCommand, commandsOf } from '#test/harness/carrier-log.ts';
import type { ReplyBody } from '#test/harness/client.ts';
import { eventually } from '#test/harness/eventually.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { newAccount, readCampaign, type TestAccount } from './account.ts';
import { calleePhone } from './phones.ts';

/** What campaigns are tested with: an account of their own, seen through the API and through the carrier. */
export interface CampaignTrial {
  account: TestAccount;
  contactsAt(endings: string[]): Promise<Contact[]>;
  run(campaignId: string, body?: Record<string, unknown>): Promise<ReplyBody>;
  becomes(campaignId: string, status: Campaign['status']): Promise<Campaign>;
}

export const newCampaignTrial = async (): Promise<CampaignTrial> => {
  const account = await newAccount();
  return {
    account,
    contactsAt: (endings) =>
      Promise.all(endings.map((ending) => account.given.contact({ phone: calleePhone(ending) }))),
    run: async (campaignId, body = {}) => {
      const reply = await account.api.post(`/api/crm/campaigns/${campaignId}/run`, body);
      expect([reply.status, reply.body.error]).toEqual([200, undefined]);
      return reply.body;
    },
    becomes: (campaignId, status) =>
      eventually(async () => {
        const campaign = await readCampaign(account, campaignId);
        expect(campaign.status).toBe(status);
        return campaign;
      }),
  };
};

export const dialsTo = ({ phone }: Contact): CarrierCommand[] => commandsOf({ command: 'dial', to: phone ?? '' });

/** No command reached the carrier twice, but for the ones that it had refused for its rate. */
export const expectNoDoubleDial = (contacts: Contact[]): void => {
  const placed = contacts.flatMap(dialsTo).filter(({ result }) => result !== 'rate_limited');
  expect(placed.map(({ result }) => result)).not.toContain('duplicate');
  expect(new Set(placed.map(({ command_id }) => command_id)).size).toBe(placed.length);
};

export const expectNoSlots = async ({ id }: Campaign): Promise<void> =>
  expect(await readSlots(testTable(), id)).toEqual([]);
