import { createClient } from '#shared/client/client.ts';
import { CONTACT_STATUSES, TERMINAL_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import { AREA_CODES } from '#test/harness/given/phones.ts';
import { readCredentials } from './service-process.ts';

const BULK_ROWS = 200;
const ADDED_ROWS = 1000;
const PAGE = 200;
/** Every behaviour of the simulated carrier, and one number that has none. */
const ENDINGS = ['0000', '0001', '0002', '0003', '0004', '0005', '0006', '0007', '0008', '0009'];

const FIRST_EXCHANGE = 200;

type Client = ReturnType<typeof createClient>;

export interface Trial {
  client: Client;
  campaignId: string;
}

/** Of the US and Canada, which the account may call. */
const phoneOf = (row: number): string => {
  const block = Math.floor(row / ENDINGS.length);
  const exchange = FIRST_EXCHANGE + Math.floor(block / AREA_CODES.length);
  return `+1${AREA_CODES[block % AREA_CODES.length]}${exchange}${ENDINGS[row % ENDINGS.length]}`;
};

/** A mixed list: every ending of a number, a contact without a phone, one not to be called. */
const rows = (contacts: number) =>
  Array.from({ length: contacts }, (_, row) => ({
    firstName: `Contact ${row}`,
    lastName: 'Example',
    ...(row !== 7 && { phone: phoneOf(row) }),
    doNotCall: row === 11,
  }));

/** From nothing to a campaign that has its contacts. */
export const prepareCampaign = async (
  stateDir: string,
  contacts: number,
  maxConcurrentCalls: number,
): Promise<Trial> => {
  const { base_url: baseUrl, api_token: token, team_id: teamId, account_slug: accountSlug } = readCredentials(stateDir);
  const client = createClient({ baseUrl, token });
  const { company } = await client.createCompany({ teamId, name: 'Crash test' });
  const all = rows(contacts);
  const contactIds: string[] = [];
  for (let at = 0; at < all.length; at += BULK_ROWS) {
    const some = all.slice(at, at + BULK_ROWS);
    const { results } = await client.bulkCreateContacts({ teamId, companyId: company.id, contacts: some });
    contactIds.push(...results.map(({ contact }) => contact?.id ?? ''));
  }
  const { numbers } = await client.searchPhoneNumbers({ filters: { countryCode: 'US' } });
  const { phoneNumber } = await client.purchasePhoneNumber({ teamId, phoneNumber: numbers[0]?.phoneNumber ?? '' });
  const { assistant } = await client.createAssistant({ accountSlug, name: 'Crash test' });
  const { campaign } = await client.createCampaign({
    teamId,
    assistantId: assistant.id,
    companyId: company.id,
    fromNumberIds: [phoneNumber.id],
    name: 'Crash test',
    maxConcurrentCalls,
    maxAttemptsPerContact: 2,
    retryDelayMinutes: 0,
  });
  for (let at = 0; at < contactIds.length; at += ADDED_ROWS) {
    await client.addCampaignContacts({ id: campaign.id, contactIds: contactIds.slice(at, at + ADDED_ROWS) });
  }
  return { client, campaignId: campaign.id };
};

const readContacts = async ({ client, campaignId }: Trial) => {
  const contacts = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await client.listCampaignContacts({ id: campaignId, limit: PAGE, offset });
    contacts.push(...page.contacts);
    if (contacts.length >= page.count || page.contacts.length === 0) return contacts;
  }
};

/** What is wrong with the campaign's own books once it has completed. */
export const auditCampaign = async (trial: Trial, expected: number): Promise<string[]> => {
  const { campaign } = await trial.client.getCampaign({ id: trial.campaignId });
  const contacts = await readContacts(trial);
  const count = (is: (contact: (typeof contacts)[number]) => boolean): number => contacts.filter(is).length;
  const open = contacts.filter(({ status }) => !(TERMINAL_STATUSES as readonly string[]).includes(status));
  const books: [string, number, number][] = [
    ['total_contacts', campaign.total_contacts, contacts.length],
    ['contacts in the campaign', contacts.length, expected],
    ['contacts_called', campaign.contacts_called, count(({ attempts }) => attempts > 0)],
    ['contacts_completed', campaign.contacts_completed, contacts.length - open.length],
    ['contacts_answered', campaign.contacts_answered, count(({ last_outcome }) => last_outcome === 'answered')],
    ...CONTACT_STATUSES.map((status): [string, number, number] => [
      status,
      campaign.contact_status_counts[status] ?? 0,
      count((contact) => contact.status === status),
    ]),
  ];
  return [
    ...open.map((contact) => `The contact ${contact.contact_id} is ${contact.status}.`),
    ...books
      .filter(([, told, counted]) => told !== counted)
      .map(([what, told, counted]) => `${what}: ${told} told, ${counted} counted.`),
  ];
};
