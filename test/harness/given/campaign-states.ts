import { expect } from '@jest/globals';
import { isTerminal } from '#shared/domain/campaign/contact-status.ts';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import { query, type Reply } from '#test/harness/client.ts';
import { eventually } from '#test/harness/eventually.ts';
import type { EnrolledContact } from '#test/harness/newer-replies.ts';
import type { TestAccount } from './account.ts';
import { expectNoSlots } from './campaign-trial.ts';

const HOUR_MS = 3_600_000;
export const FAR_FUTURE = '2099-01-01T00:00:00.000Z';

/** A window of one hour that opens two hours from now. */
export const closedWindow = (): { callWindowStart: string; callWindowEnd: string } => {
  const opening = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 2 * HOUR_MS;
  const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);
  return { callWindowStart: clock(opening), callWindowEnd: clock(opening + HOUR_MS) };
};

export const campaignPath = (id: string, rest = ''): string => `/api/crm/campaigns/${id}${rest}`;

export type CommandName = 'run' | 'pause' | 'resume' | 'cancel' | 'redial';

export const give = (account: TestAccount, id: string, command: CommandName, body = {}): Promise<Reply> =>
  account.api.post(campaignPath(id, `/${command}`), body);

export const getCampaign = async ({ api }: TestAccount, id: string): Promise<Campaign> =>
  (await api.get(campaignPath(id))).body.campaign;

export const becomes = (account: TestAccount, id: string, status: CampaignStatus): Promise<Campaign> =>
  eventually(async () => {
    const campaign = await getCampaign(account, id);
    expect(campaign.status).toBe(status);
    return campaign;
  });

/** Everybody in the campaign; for campaigns of one page. */
export const enrolledIn = async ({ api }: TestAccount, id: string, status?: string): Promise<EnrolledContact[]> => {
  const { body } = await api.get(campaignPath(id, `/contacts${query({ status, limit: 200 })}`));
  const enrolled = body.contacts as unknown as EnrolledContact[];
  expect(body.count).toBe(enrolled.length);
  return enrolled;
};

export const callsOf = async ({ api, teamId }: TestAccount, campaignId: string): Promise<Call[]> =>
  (await api.get(`/api/calls${query({ teamId, campaignId, limit: 200 })}`)).body.calls;

const tally = (values: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** Counters against a recount of the contacts. The two reads must see the same campaign: nothing may be moving. */
export const expectCountersRecounted = async (account: TestAccount, id: string): Promise<EnrolledContact[]> => {
  const campaign = await getCampaign(account, id);
  const enrolled = await enrolledIn(account, id);
  const counted = Object.entries(campaign.contact_status_counts).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(counted)).toEqual(tally(enrolled.map(({ status }) => status)));
  expect(campaign).toMatchObject({
    total_contacts: enrolled.length,
    contacts_called: enrolled.filter(({ attempts }) => attempts > 0).length,
    contacts_answered: enrolled.filter(({ last_outcome }) => last_outcome === 'answered').length,
    contacts_completed: enrolled.filter(({ status }) => isTerminal(status)).length,
  });
  return enrolled;
};

/** No call of the campaign is claimed or live: without a wake-up it stays as it is. */
export const comesToRest = (campaign: Campaign): Promise<void> => eventually(() => expectNoSlots(campaign));

const succeed = (reply: Reply): void => expect([reply.status, reply.body.error]).toEqual([200, undefined]);

/** A campaign with one contact, in this status; a running one waits for its window, so nothing is dialled. */
export const campaignIn = async (account: TestAccount, status: CampaignStatus): Promise<Campaign> => {
  const contact = await account.given.contact(status === 'completed' ? { phone: null } : {});
  const startsLater = status === 'scheduled' ? { scheduledStartAt: FAR_FUTURE } : {};
  const window = status === 'completed' ? {} : closedWindow();
  const { id } = await account.given.campaignWith([contact], { ...startsLater, ...window });
  if (status === 'running' || status === 'paused' || status === 'completed') succeed(await give(account, id, 'run'));
  if (status === 'paused') succeed(await give(account, id, 'pause'));
  if (status === 'cancelled') succeed(await give(account, id, 'cancel'));
  return becomes(account, id, status);
};

const ALL: CampaignStatus[] = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'];

/** One campaign in every status. */
export const campaignsInEveryStatus = async (account: TestAccount): Promise<Record<CampaignStatus, Campaign>> => {
  const campaigns = await Promise.all(ALL.map((status) => campaignIn(account, status)));
  return Object.fromEntries(campaigns.map((campaign) => [campaign.status, campaign])) as Record<
    CampaignStatus,
    Campaign
  >;
};
