import { join } from 'node:path';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { type Client, createClient } from '#shared/client/client.ts';
import { readCredentials } from '#test/crash/service-process.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { sleep } from '#test/harness/time/timers.ts';
import { launchBrowser } from './harness/visitor.ts';

/** `npm run picture`: the picture of the README, taken of a campaign that runs here. */

const PICTURE = join(PROJECT_ROOT, 'shared/docs/campaign.png');
const CARRIER_SPEED = 8;
const SIZE = { width: 1180, height: 860 };
const LOOK_AGAIN_MS = 200;
/** Half of the way: some are done, some talk, some wait. */
const DONE = 22;

const FIRST_NAMES = ['Amara', 'Björn', 'Chiara', 'Dmitri', 'Elif', 'Farid', 'Grace', 'Hiro', 'Ines', 'Jonas'];
const LAST_NAMES = ['Abara', 'Berg', 'Conti', 'Dahl', 'Erol'];
/** What the callees do, by the last four digits of their numbers; most of them answer. */
const ENDINGS = ['0001', '0001', '0002', '0001', '0003', '0001', '0004', '0001', '0006', '0001'];

const people = LAST_NAMES.flatMap((lastName, row) =>
  FIRST_NAMES.map((firstName, column) => ({
    firstName,
    lastName,
    phone: `+1415${550 + row * FIRST_NAMES.length + column}${ENDINGS[column]}`,
  })),
);

const prepareCampaign = async (api: Client, teamId: string, accountSlug: string): Promise<string> => {
  const { numbers } = await api.searchPhoneNumbers({ filters: { countryCode: 'US', areaCode: '415' } });
  const bought = await api.purchasePhoneNumber({ teamId, phoneNumber: numbers[0]?.phoneNumber ?? '' });
  const { assistant } = await api.createAssistant({ accountSlug, name: 'Renewals', templateId: 'outbound-setter' });
  const { company } = await api.createCompany({ teamId, name: 'Northwind Clinics' });
  const { results } = await api.bulkCreateContacts({ teamId, companyId: company.id, contacts: people });
  const { campaign } = await api.createCampaign({
    teamId,
    assistantId: assistant.id,
    companyId: company.id,
    fromNumberIds: [bought.phoneNumber.id],
    name: 'Spring renewals',
    maxConcurrentCalls: 6,
  });
  const contactIds = results.flatMap(({ contact }) => (contact ? [contact.id] : []));
  await api.addCampaignContacts({ id: campaign.id, contactIds });
  return campaign.id;
};

const untilDone = async (api: Client, id: string): Promise<void> => {
  while ((await api.getCampaign({ id })).campaign.contacts_completed < DONE) await sleep(LOOK_AGAIN_MS);
};

/** The page is open before the campaign begins, as somebody has it who watches. */
const take = async (service: { baseUrl: string; link: string }, api: Client, id: string): Promise<void> => {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-GB', timezoneId: 'UTC' });
  await page.goto(service.link);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${service.baseUrl}/campaigns/${id}`);
  await api.runCampaign({ id });
  await untilDone(api, id);
  await page.getByRole('list', { name: 'Live now' }).getByRole('link').nth(1).waitFor();
  await page.screenshot({ path: PICTURE });
  await browser.close();
};

const service = await startChildService({ CARRIER_SPEED: String(CARRIER_SPEED) });
try {
  const credentials = readCredentials(service.stateDir) as ReturnType<typeof readCredentials> & {
    dashboard_url: string;
  };
  const api = createClient({ baseUrl: credentials.base_url, token: credentials.api_token });
  const id = await prepareCampaign(api, credentials.team_id, credentials.account_slug);
  await take({ baseUrl: credentials.base_url, link: credentials.dashboard_url }, api, id);
  console.log(`The picture is in ${PICTURE}.`);
} finally {
  await service.kill();
}
