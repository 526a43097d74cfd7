import type { Client, MeasuredService } from '#test/benchmark/service/measured-service.ts';
import { AREA_CODES } from '#test/harness/given/phones.ts';
import { sleep } from '#test/harness/time/timers.ts';

const BULK_ROWS = 200;
const ADDED_ROWS = 1000;
const LOOK_AGAIN_MS = 1000;
const SHOW_EVERY_MS = 15_000;
const STUCK_AFTER_MS = 120_000;
const FIRST_EXCHANGE = 200;
const EXCHANGES = 355;

export interface Trial {
  client: Client;
  /** Whose requests count apart from what the campaign costs. */
  watcher: Client;
  teamId: string;
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

/** Polls, and reads what came of it; nothing of it is the campaign's. */
const WATCHER = 'watcher';

const createContacts = async (client: Client, teamId: string, wanted: Wanted): Promise<string[]> => {
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
  return contactIds;
};

/** From nothing to a campaign that has its contacts, everybody to be called once. */
export const prepareTrial = async (service: MeasuredService, wanted: Wanted): Promise<Trial> => {
  const { client } = service;
  const { team_id: teamId, account_slug: accountSlug } = service.credentials;
  const contactIds = await createContacts(client, teamId, wanted);
  const { contacts: some } = await client.listContacts({ teamId, limit: 1 });
  const { numbers } = await client.searchPhoneNumbers({ filters: { countryCode: 'US' } });
  const { phoneNumber } = await client.purchasePhoneNumber({ teamId, phoneNumber: numbers[0]?.phoneNumber ?? '' });
  const { assistant } = await client.createAssistant({ accountSlug, name: 'Benchmark' });
  const { campaign } = await client.createCampaign({
    teamId,
    assistantId: assistant.id,
    companyId: some[0]?.company_id ?? '',
    fromNumberIds: [phoneNumber.id],
    name: 'Benchmark',
    maxConcurrentCalls: wanted.slots,
    maxAttemptsPerContact: 1,
  });
  for (let at = 0; at < contactIds.length; at += ADDED_ROWS) {
    await client.addCampaignContacts({ id: campaign.id, contactIds: contactIds.slice(at, at + ADDED_ROWS) });
  }
  return { client, watcher: service.clientMarked(WATCHER), teamId, campaignId: campaign.id, contacts: wanted.contacts };
};

/** Looks until the campaign has completed. @throws when it stands still or stops. */
const untilCompleted = async ({ watcher, campaignId }: Trial, onProgress: (completed: number) => void) => {
  let [latest, movedAt, shownAt] = [-1, performance.now(), performance.now()];
  for (;;) {
    await sleep(LOOK_AGAIN_MS);
    const { campaign } = await watcher.getCampaign({ id: campaignId });
    if (performance.now() - shownAt > SHOW_EVERY_MS) {
      onProgress(campaign.contacts_completed);
      shownAt = performance.now();
    }
    if (campaign.status === 'completed') return;
    if (campaign.status !== 'running') throw new Error(`The campaign is ${campaign.status}: ${campaign.paused_reason}`);
    if (campaign.contacts_completed > latest) [latest, movedAt] = [campaign.contacts_completed, performance.now()];
    if (performance.now() - movedAt > STUCK_AFTER_MS)
      throw new Error(`The campaign stands still at ${latest} contacts.`);
  }
};

/** Runs the campaign to its end; answers how long that took, and `run` itself, in milliseconds. */
export const runTrial = async (
  trial: Trial,
  onProgress: (completed: number) => void,
): Promise<{ runMs: number; totalMs: number }> => {
  const begin = performance.now();
  await trial.client.runCampaign({ id: trial.campaignId });
  const runMs = performance.now() - begin;
  await untilCompleted(trial, onProgress);
  return { runMs, totalMs: performance.now() - begin };
};
