import { beforeAll } from '@jest/globals';
import type { CampaignStatus } from '#shared/domain/campaign/status.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';
import { newAccount, type TestAccount } from './account.ts';

export const FAR_FUTURE = '2099-01-01T00:00:00.000Z';

/** A window of one hour that opens two hours from now, and its opening instant. */
export const windowLater = () => {
  const opensAt = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 2 * HOUR_MS;
  const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);
  const fields = { callWindowStart: clock(opensAt), callWindowEnd: clock(opensAt + HOUR_MS) };
  return { fields, opensAt: new Date(opensAt).toISOString() };
};

/** A window in which nothing is dialled for now. */
export const closedWindow = () => windowLater().fields;

/** A campaign just run over contacts whose phones ring without an answer, with one attempt each. */
export const campaignUnderWay = async (
  { api, given }: TestAccount,
  { contacts: count, atOnce }: { contacts: number; atOnce: number },
): Promise<{ contacts: Contact[]; campaign: Campaign }> => {
  const contacts = await given.contacts(count);
  const campaign = await given.campaignWith(contacts, { maxConcurrentCalls: atOnce });
  await api.runCampaign({ id: campaign.id });
  return { contacts, campaign };
};

/** A campaign with one contact, in this status; a running one waits for its window, so nothing is dialled. */
export const campaignIn = async (account: TestAccount, status: CampaignStatus): Promise<Campaign> => {
  const { api, given } = account;
  const contact = await given.contact(status === 'completed' ? { phone: null } : {});
  const startsLater = status === 'scheduled' ? { scheduledStartAt: FAR_FUTURE } : {};
  const window = status === 'completed' ? {} : closedWindow();
  const { id } = await given.campaignWith([contact], { ...startsLater, ...window });
  if (status === 'running' || status === 'paused' || status === 'completed') await api.runCampaign({ id });
  if (status === 'paused') await api.pauseCampaign({ id });
  if (status === 'cancelled') await api.cancelCampaign({ id });
  return campaignBecomes(account, id, status);
};

const STATUSES: CampaignStatus[] = ['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'];

/** One account with a campaign in every status, made before the tests of a suite. */
export const accountWithEveryCampaign = () => {
  const made = {} as { account: TestAccount; every: Record<CampaignStatus, Campaign> };
  beforeAll(async () => {
    made.account = await newAccount();
    const campaigns = await Promise.all(STATUSES.map((status) => campaignIn(made.account, status)));
    made.every = Object.fromEntries(campaigns.map((each) => [each.status, each])) as typeof made.every;
  });
  return made;
};
