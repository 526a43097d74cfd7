import { openSigningKey } from '#infra/local/carrier/signing-key.ts';
import type { InputOf } from '#shared/client/client.ts';
import type { Client, MeasuredService } from '#test/benchmark/service/measured-service.ts';
import { AREA_CODES, CALLEE } from '#test/harness/given/phones.ts';

export type Ask = (method: string, path: string, body?: string, headers?: Record<string, string>) => Promise<Response>;
export type Request = (client: Client, ask: Ask) => Promise<unknown>;

/** Makes what a request needs, and answers the smallest request that succeeds. */
export type Prepare = (world: World) => Promise<Request>;

/** A port at which nobody listens. */
const DEAD_URL = 'http://127.0.0.1:1/hook';
const FIRST_EXCHANGE = 200;
/** Opens in the dead of night in UTC, for an hour; the campaign waits for it unless it is that hour. */
const CLOSED_WINDOW = { callWindowStart: '03:00', callWindowEnd: '04:00' };

/** What there is before the measured request: one of each kind, and means to make more. */
export interface World {
  client: Client;
  ask: Ask;
  token: string;
  signCarrierEvent(body: Buffer): string;
  slug: string;
  teamId: string;
  companyId: string;
  contactId: string;
  assistantId: string;
  numberId: string;
  callId: string;
  phone(): string;
  newCompany(): Promise<string>;
  newContact(fields?: { phone?: string }): Promise<string>;
  newAssistant(): Promise<string>;
  numberForSale(): Promise<string>;
  newNumber(): Promise<string>;
  /** A campaign with these contacts that dials nobody: its window is closed. */
  newCampaign(contactIds?: string[], fields?: Partial<InputOf<'createCampaign'>>): Promise<string>;
  runningCampaign(): Promise<string>;
  newKey(): Promise<string>;
  /** A call that waits for tomorrow. */
  scheduledCall(): Promise<string>;
  webhook(): Promise<void>;
  newDelivery(): Promise<string>;
}

const DAY_MS = 86_400_000;
export const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString();

const phones = () => {
  let drawn = 0;
  return (): string => {
    const exchange = FIRST_EXCHANGE + Math.floor(drawn / AREA_CODES.length);
    return `+1${AREA_CODES[drawn++ % AREA_CODES.length]}${exchange}${CALLEE.doesNotAnswer}`;
  };
};

const crmOf = (client: Client, teamId: string, accountSlug: string, phone: () => string) => ({
  newCompany: async () => (await client.createCompany({ teamId, name: 'Acme' })).company.id,
  newAssistant: async () => (await client.createAssistant({ accountSlug, name: 'Caller' })).assistant.id,
  contactOf: async (companyId: string, fields: { phone?: string } = {}) => {
    const given = { teamId, companyId, firstName: 'Ada', lastName: 'Lovelace', phone: phone(), ...fields };
    return (await client.createContact(given)).contact.id;
  },
  numberForSale: async () => {
    const { numbers } = await client.searchPhoneNumbers({ filters: { countryCode: 'US' } });
    return numbers[0]?.phoneNumber ?? '';
  },
});

const webhooksOf = (client: Client, accountSlug: string) => {
  const webhook = async (): Promise<void> => {
    await client.setWebhook({ kind: 'call', accountSlug, url: DEAD_URL });
  };
  return {
    webhook,
    newDelivery: async () => {
      await webhook();
      return (await client.testWebhook({ kind: 'call', accountSlug })).delivery.id;
    },
  };
};

/** An account with one of everything. */
export const createWorld = async ({ client, credentials, stateDir }: MeasuredService, ask: Ask): Promise<World> => {
  const { team_id: teamId, account_slug: slug } = credentials;
  const phone = phones();
  const { contactOf, ...crm } = crmOf(client, teamId, slug, phone);
  const newNumber = async (): Promise<string> =>
    (await client.purchasePhoneNumber({ teamId, phoneNumber: await crm.numberForSale() })).phoneNumber.id;
  const [companyId, assistantId, numberId] = [await crm.newCompany(), await crm.newAssistant(), await newNumber()];
  const contactId = await contactOf(companyId);
  const newCampaign: World['newCampaign'] = async (contactIds = [], fields = {}) => {
    const wanted = { teamId, assistantId, companyId, fromNumberIds: [numberId], name: 'Outreach', ...CLOSED_WINDOW };
    const { campaign } = await client.createCampaign({ ...wanted, ...fields });
    if (contactIds.length > 0) await client.addCampaignContacts({ id: campaign.id, contactIds });
    return campaign.id;
  };
  const scheduledCall = async (): Promise<string> => {
    const order = { teamId, assistantId, fromNumberId: numberId, toNumber: phone(), scheduledAt: tomorrow() };
    return (await client.createCall(order)).call.id;
  };
  return {
    client,
    ask,
    token: credentials.api_token,
    signCarrierEvent: openSigningKey(stateDir).sign,
    slug,
    teamId,
    companyId,
    contactId,
    assistantId,
    numberId,
    callId: await scheduledCall(),
    phone,
    ...crm,
    ...webhooksOf(client, slug),
    newContact: (fields) => contactOf(companyId, fields),
    newNumber,
    newCampaign,
    runningCampaign: async () => {
      const id = await newCampaign([await contactOf(companyId)]);
      await client.runCampaign({ id });
      return id;
    },
    newKey: async () => (await client.createApiKey({ accountSlug: slug, name: 'Another', role: 'read' })).api_key.id,
    scheduledCall,
  };
};
