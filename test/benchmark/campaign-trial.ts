import { createClient } from '#shared/client/client.ts';
import { AREA_CODES } from '#test/harness/given/phones.ts';
import { sleep } from '#test/harness/time/timers.ts';
import type { MeasuredService } from './service.ts';

const BULK_ROWS = 200;
const ADDED_ROWS = 1000;
const LOOK_AGAIN_MS = 1000;
const FIRST_EXCHANGE = 200;
const EXCHANGES = 355;

type Client = ReturnType<typeof createClient>;

export interface Trial {
  client: Client;
  campaignId: string;
  contacts: number;
}

/** The n-th callee whose number has this ending, which steers the simulated carrier. */
const phoneOf = (n: number, ending: string): string => {
  const areaCode = AREA_CODES[n % AREA_CODES.length];
  const exchange = FIRST_EXCHANGE + (Math.floor(n / AREA_CODES.length) % EXCHANGES);
  return `+1${areaCode}${exchange}${ending}`;
};

interface Wanted {
  contacts: number;
  /** Last digits of every number. */
  ending: string;
  slots: number;
  /** Where numbers begin, so that several trials on one service share none. */
  firstNumber?: number;
}

/** From nothing to a campaign that has its contacts, everybody to be called once. */
export const prepareTrial = async ({ credentials }: MeasuredService, wanted: Wanted): Promise<Trial> => {
  const { base_url: baseUrl, api_token: token, team_id: teamId, account_slug: accountSlug } = credentials;
  const client = createClient({ baseUrl, token });
  const { company } = await client.createCompany({ teamId, name: 'Benchmark' });
  const rows = Array.from({ length: wanted.contacts }, (_, row) => ({
    firstName: `Contact ${row}`,
    lastName: 'Example',
    phone: phoneOf(row + (wanted.firstNumber ?? 0), wanted.ending),
  }));
  const contactIds: string[] = [];
  for (let at = 0; at < rows.length; at += BULK_ROWS) {
    const some = rows.slice(at, at + BULK_ROWS);
    const { results } = await client.bulkCreateContacts({ teamId, companyId: company.id, contacts: some });
    contactIds.push(...results.map(({ contact }) => contact?.id ?? ''));
  }
  const { numbers } = await client.searchPhoneNumbers({ filters: { countryCode: 'US' } });
  const { phoneNumber } = await client.purchasePhoneNumber({ teamId, phoneNumber: numbers[0]?.phoneNumber ?? '' });
  const { assistant } = await client.createAssistant({ accountSlug, name: 'Benchmark' });
  const { campaign } = await client.createCampaign({
    teamId,
    assistantId: assistant.id,
    companyId: company.id,
    fromNumberIds: [phoneNumber.id],
    name: 'Benchmark',
    maxConcurrentCalls: wanted.slots,
    maxAttemptsPerContact: 1,
  });
  for (let at = 0; at < contactIds.length; at += ADDED_ROWS) {
    await client.addCampaignContacts({ id: campaign.id, contactIds: contactIds.slice(at, at + ADDED_ROWS) });
  }
  return { client, campaignId: campaign.id, contacts: wanted.contacts };
};

/** Runs the campaign to its end; answers how long that took, and `run` itself, in milliseconds. */
export const runTrial = async (
  { client, campaignId, contacts }: Trial,
  onProgress: (completed: number) => void,
): Promise<{ runMs: number; totalMs: number }> => {
  const begin = performance.now();
  await client.runCampaign({ id: campaignId });
  const runMs = performance.now() - begin;
  for (;;) {
    await sleep(LOOK_AGAIN_MS);
    const { campaign } = await client.getCampaign({ id: campaignId });
    onProgress(campaign.contacts_completed);
    if (campaign.status === 'completed') return { runMs, totalMs: performance.now() - begin };
    if (campaign.status !== 'running')
      throw new Error(`The campaign of ${contacts} contacts is ${campaign.status}: ${campaign.paused_reason}`);
  }
};
