import { randomUUID } from 'node:crypto';
import type { PlanName } from '#shared/domain/billing/allowance.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Company } from '#shared/schemas/company.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { type Api, apiClient, type Reply } from '#test/harness/client.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { CALLEE, calleePhone, numberForSale } from './phones.ts';

type Fields = Record<string, unknown>;

/** Makes what a test starts from; anything but success is an error of the test. */
export interface Given {
  company(fields?: Fields): Promise<Company>;
  /**
   * In a company of the account's own unless `companyId` says another; with a phone that rings for 25 seconds and that
   * nobody answers, since such a call costs a test least.
   */
  contact(fields?: Fields): Promise<Contact>;
  contacts(count: number, fields?: Fields): Promise<Contact[]>;
  /** A bought number. */
  number(): Promise<{ id: string; phone_number: string }>;
  assistant(fields?: Fields): Promise<Assistant>;
  /** With its own assistant, company and number where `fields` names none, and one attempt per contact. */
  campaign(fields?: Fields): Promise<Campaign>;
  /** A campaign that these contacts were added to. */
  campaignWith(contacts: { id: string }[], fields?: Fields): Promise<Campaign>;
}

export interface TestAccount {
  accountId: string;
  slug: string;
  teamId: string;
  token: string;
  api: Api;
  given: Given;
}

const succeed = ({ status, body }: Reply): Reply['body'] => {
  if (status !== 200) throw new Error(`A test's preparation was refused: ${status} ${JSON.stringify(body)}`);
  return body;
};

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const givenFor = (api: Api, teamId: string, slug: string): Given => {
  const post = async (path: string, body: unknown) => succeed(await api.post(path, body));
  const company: Given['company'] = async (fields) =>
    (await post('/api/crm/companies', { teamId, name: 'Acme', ...fields })).company;
  const number: Given['number'] = async () =>
    (await post('/api/phone-numbers/purchase', { teamId, phoneNumber: numberForSale() })).phoneNumber;
  const assistant: Given['assistant'] = async (fields) =>
    (await post('/api/assistants', { accountSlug: slug, name: 'Caller', ...fields })).assistant;
  const own = { company: once(() => company()), number: once(number), assistant: once(() => assistant()) };

  const contact: Given['contact'] = async (fields = {}) => {
    const companyId = fields.companyId ?? (await own.company()).id;
    const defaults = { teamId, firstName: 'Ada', lastName: 'Lovelace', phone: calleePhone(CALLEE.doesNotAnswer) };
    return (await post('/api/crm/contacts', { ...defaults, ...fields, companyId })).contact;
  };
  const contacts: Given['contacts'] = (count, fields) =>
    Promise.all(Array.from({ length: count }, () => contact(fields)));
  const campaign: Given['campaign'] = async (fields = {}) => {
    const assistantId = fields.assistantId ?? (await own.assistant()).id;
    const companyId = fields.companyId ?? (await own.company()).id;
    const fromNumberIds = fields.fromNumberIds ?? [(await own.number()).id];
    const references = { teamId, assistantId, companyId, fromNumberIds };
    return (await post('/api/crm/campaigns', { name: 'Outreach', maxAttemptsPerContact: 1, ...fields, ...references }))
      .campaign;
  };
  const campaignWith: Given['campaignWith'] = async (added, fields) => {
    const created = await campaign(fields);
    await post(`/api/crm/campaigns/${created.id}/contacts`, { contactIds: added.map(({ id }) => id) });
    return created;
  };
  return { company, contact, contacts, number, assistant, campaign, campaignWith };
};

/** A fresh account with its team and token, apart from every other test's. */
export const newAccount = async ({ plan = 'growth' }: { plan?: PlanName } = {}): Promise<TestAccount> => {
  const slug = `test-${randomUUID()}`;
  const owner = { slug, name: 'Olive Owner', email: 'olive@acme.example', plan, now: new Date() };
  const account = await provisionAccount(testTable(), owner);
  const api = apiClient(account.api_token);
  return {
    accountId: account.account_id,
    slug,
    teamId: account.team_id,
    token: account.api_token,
    api,
    given: givenFor(api, account.team_id, slug),
  };
};

/** The campaign as the list shows it; there is no other way to read one. */
export const readCampaign = async (account: TestAccount, id: string): Promise<Campaign> => {
  const { campaigns } = succeed(await account.api.get(`/api/crm/campaigns?teamId=${account.teamId}&deleted=include`));
  const campaign = campaigns.find((each) => each.id === id);
  if (!campaign) throw new Error(`The campaign ${id} is not among the team's.`);
  return campaign;
};
