import { randomUUID } from 'node:crypto';
import type { Client, InputOf, OutputOf } from '#shared/client/client.ts';
import type { PlanName } from '#shared/domain/billing/allowance.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Company } from '#shared/schemas/company.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { type Api, apiClient } from '#test/harness/client.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { CALLEE, calleePhone, numberForSale } from './phones.ts';
import { addUnheard } from './unheard-contacts.ts';

type ContactFields = Partial<InputOf<'createContact'>>;
export type CampaignFields = Partial<InputOf<'createCampaign'>>;
type BoughtNumber = OutputOf<'purchasePhoneNumber'>['phoneNumber'];

/** Makes a test's starting point; anything but success is an error of the test. */
interface Given {
  company(fields?: Partial<InputOf<'createCompany'>>): Promise<Company>;
  /**
   * A contact in the account's own company unless `companyId` names another. Nobody answers the phone, which rings for
   * 25 seconds, since such a call costs a test least.
   */
  contact(fields?: ContactFields): Promise<Contact>;
  contacts(count: number, fields?: ContactFields): Promise<Contact[]>;
  /** Contacts whose phones have these endings, in the same order. */
  callees(endings: string[]): Promise<Contact[]>;
  number(): Promise<BoughtNumber>;
  assistant(fields?: Partial<InputOf<'createAssistant'>>): Promise<Assistant>;
  /** A campaign with one attempt per contact, and its own assistant, company and number unless `fields` names them. */
  campaign(fields?: CampaignFields): Promise<Campaign>;
  /** A campaign with these contacts. */
  campaignWith(contacts: { id: string }[], fields?: CampaignFields): Promise<Campaign>;
}

export interface TestAccount {
  accountId: string;
  slug: string;
  teamId: string;
  token: string;
  api: Api;
  given: Given;
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** What an account of any service is given through its client; `campaignWith` on the suites' stack alone. */
export const givenFor = (api: Client, teamId: string, accountSlug: string): Given => {
  const company: Given['company'] = async (fields) =>
    (await api.createCompany({ teamId, name: 'Acme', ...fields })).company;
  const number: Given['number'] = async () =>
    (await api.purchasePhoneNumber({ teamId, phoneNumber: numberForSale() })).phoneNumber;
  const assistant: Given['assistant'] = async (fields) =>
    (await api.createAssistant({ accountSlug, name: 'Caller', ...fields })).assistant;
  const own = { company: once(() => company()), number: once(number), assistant: once(() => assistant()) };

  const contact: Given['contact'] = async (fields = {}) => {
    const companyId = fields.companyId ?? (await own.company()).id;
    const defaults = { teamId, firstName: 'Ada', lastName: 'Lovelace', phone: calleePhone(CALLEE.doesNotAnswer) };
    return (await api.createContact({ ...defaults, ...fields, companyId })).contact;
  };
  const campaign: Given['campaign'] = async (fields = {}) => {
    const assistantId = fields.assistantId ?? (await own.assistant()).id;
    const companyId = fields.companyId ?? (await own.company()).id;
    const fromNumberIds = fields.fromNumberIds ?? [(await own.number()).id];
    const references = { teamId, assistantId, companyId, fromNumberIds };
    const defaults = { name: 'Outreach', maxAttemptsPerContact: 1 };
    return (await api.createCampaign({ ...defaults, ...fields, ...references })).campaign;
  };
  return {
    company,
    contact,
    contacts: (count, fields) => Promise.all(Array.from({ length: count }, () => contact(fields))),
    callees: (endings) => Promise.all(endings.map((ending) => contact({ phone: calleePhone(ending) }))),
    number,
    assistant,
    campaign,
    campaignWith: async (contacts, fields) => {
      const created = await campaign(fields);
      const contactIds = contacts.map(({ id }) => id);
      if (created.status === 'draft') await addUnheard(created.id, contactIds);
      else await api.addCampaignContacts({ id: created.id, contactIds });
      return created;
    },
  };
};

/** A fresh account with its own team and token, isolated from every other test's. */
export const newAccount = async ({ plan = 'growth' }: { plan?: PlanName } = {}): Promise<TestAccount> => {
  const slug = `test-${randomUUID()}`;
  const owner = { slug, name: 'Olive Owner', email: 'olive@acme.example', plan, now: new Date() };
  const { account_id: accountId, team_id: teamId, api_token: token } = await provisionAccount(testTable(), owner);
  const api = apiClient(token);
  return { accountId, slug, teamId, token, api, given: givenFor(api, teamId, slug) };
};
