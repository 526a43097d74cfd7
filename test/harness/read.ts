import { expect } from '@jest/globals';
import type { Client, OutputOf } from '#shared/client/client.ts';
import { TERMINAL_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import type { Call, CallRow } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';

/** Reads through the API, under the token of an account. */

interface Reader {
  api: Client;
  teamId: string;
}

type EnrolledContact = OutputOf<'listCampaignContacts'>['contacts'][number];

export const readCampaign = async ({ api }: Pick<Reader, 'api'>, id: string): Promise<Campaign> => {
  // Only the answer for one campaign says what it waits for.
  const { waiting_reason: _, waiting_until: __, ...campaign } = (await api.getCampaign({ id })).campaign;
  return campaign;
};

export const readCall = async ({ api }: Pick<Reader, 'api'>, id: string): Promise<Call> =>
  (await api.getCall({ id })).call;

export const readContact = async ({ api }: Pick<Reader, 'api'>, id: string): Promise<Contact> =>
  (await api.getContact({ id })).contact;

export const callsOf = async ({ api, teamId }: Reader, campaignId: string): Promise<CallRow[]> =>
  (await api.listCalls({ teamId, campaignId, limit: 200 })).calls;

/** Everybody in a campaign of one page. */
export const enrolledIn = async (
  { api }: Pick<Reader, 'api'>,
  id: string,
  status?: EnrolledContact['status'],
): Promise<EnrolledContact[]> => {
  const { contacts, count } = await api.listCampaignContacts({ id, status, limit: 200 });
  expect(count).toBe(contacts.length);
  return contacts;
};

const tally = (values: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Compares the counters with a recount of the contacts. Nothing may move between the two reads. */
export const expectCountersRecounted = async (account: Reader, id: string): Promise<EnrolledContact[]> => {
  const campaign = await readCampaign(account, id);
  const enrolled = await enrolledIn(account, id);
  const counted = Object.entries(campaign.contact_status_counts).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(counted)).toEqual(tally(enrolled.map(({ status }) => status)));
  expect(campaign).toMatchObject({
    total_contacts: enrolled.length,
    contacts_called: enrolled.filter(({ attempts }) => attempts > 0).length,
    contacts_answered: enrolled.filter(({ last_outcome }) => last_outcome === 'answered').length,
    contacts_completed: enrolled.filter(({ status }) => (TERMINAL_STATUSES as readonly string[]).includes(status))
      .length,
  });
  return enrolled;
};
