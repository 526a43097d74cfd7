import type { OperationId } from '#shared/client/client.ts';
import type { Client } from '#test/benchmark/service/measured-service.ts';
import { inbound, sessions, system } from './requests-without-token.ts';
import { type Prepare, tomorrow, type World } from './world.ts';

const reading =
  (request: (client: Client, world: World) => Promise<unknown>): Prepare =>
  async (world) =>
  (client) =>
    request(client, world);

/** A request about a campaign that was made for it. */
const onCampaign =
  (make: (world: World) => Promise<string>, request: (client: Client, id: string) => Promise<unknown>): Prepare =>
  async (world) => {
    const id = await make(world);
    return (client) => request(client, id);
  };

const withOneContact = async (world: World): Promise<string> => world.newCampaign([await world.newContact()]);

const paused = async (world: World): Promise<string> => {
  const id = await world.runningCampaign();
  await world.client.pauseCampaign({ id });
  return id;
};

const cancelled = async (world: World): Promise<string> => {
  const id = await world.runningCampaign();
  await world.client.cancelCampaign({ id });
  return id;
};

const account: Pick<
  Record<OperationId, Prepare>,
  | 'getAccount'
  | 'updateAccount'
  | 'listActivity'
  | 'stopCalls'
  | 'resumeCalls'
  | 'createApiKey'
  | 'listApiKeys'
  | 'revokeApiKey'
> = {
  getAccount: reading((client) => client.getAccount()),
  listActivity: reading((client) => client.listActivity({ limit: 1 })),
  updateAccount: reading((client, { slug }) =>
    client.updateAccount({ accountSlug: slug, transcriptRetentionDays: 30 }),
  ),
  stopCalls: reading((client, { slug }) => client.stopCalls({ accountSlug: slug })),
  resumeCalls: reading((client, { slug }) => client.resumeCalls({ accountSlug: slug })),
  createApiKey: reading((client, { slug }) =>
    client.createApiKey({ accountSlug: slug, name: 'Another', role: 'read' }),
  ),
  listApiKeys: reading((client, { slug }) => client.listApiKeys({ accountSlug: slug, limit: 1 })),
  revokeApiKey: async (world) => {
    const apiKeyId = await world.newKey();
    return (client) => client.revokeApiKey({ apiKeyId });
  },
};

const assistants = {
  createAssistant: reading((client, { slug }) => client.createAssistant({ accountSlug: slug, name: 'Caller' })),
  getAssistant: reading((client, { assistantId }) => client.getAssistant({ assistantId })),
  listAssistants: reading((client, { slug }) => client.listAssistants({ accountSlug: slug, limit: 1 })),
  updateAssistant: reading((client, { assistantId, slug }) =>
    client.updateAssistant({ accountSlug: slug, assistantId, name: 'Renamed' }),
  ),
  deleteAssistant: async (world: World) => {
    const assistantId = await world.newAssistant();
    return (client: Client) => client.deleteAssistant({ assistantId });
  },
  assignPhoneNumbers: async (world: World) => {
    const phoneNumberIds = [await world.newNumber()];
    const { slug: accountSlug, assistantId } = world;
    return (client: Client) => client.assignPhoneNumbers({ accountSlug, assistantId, phoneNumberIds });
  },
} satisfies Partial<Record<OperationId, Prepare>>;

const calls = {
  createCall: reading((client, { teamId, assistantId, numberId: fromNumberId, phone }) =>
    client.createCall({ teamId, assistantId, fromNumberId, toNumber: phone(), scheduledAt: tomorrow() }),
  ),
  getCall: reading((client, { callId: id }) => client.getCall({ id })),
  listCalls: reading((client, { teamId }) => client.listCalls({ teamId, limit: 1 })),
  cancelCall: async (world: World) => {
    const id = await world.scheduledCall();
    return (client: Client) => client.cancelCall({ id });
  },
} satisfies Partial<Record<OperationId, Prepare>>;

const campaigns = {
  createCampaign: reading((client, { teamId, assistantId, companyId, numberId }) =>
    client.createCampaign({ teamId, assistantId, companyId, fromNumberIds: [numberId], name: 'Outreach' }),
  ),
  getCampaign: onCampaign(withOneContact, (client, id) => client.getCampaign({ id })),
  listCampaigns: reading((client, { teamId }) => client.listCampaigns({ teamId, limit: 1 })),
  updateCampaign: onCampaign(withOneContact, (client, id) => client.updateCampaign({ id, name: 'Renamed' })),
  deleteCampaign: onCampaign(withOneContact, (client, id) => client.deleteCampaign({ id })),
  listCampaignContacts: onCampaign(withOneContact, (client, id) => client.listCampaignContacts({ id, limit: 1 })),
  addCampaignContacts: async (world: World) => {
    const [id, contactIds] = [await world.newCampaign(), [await world.newContact()]];
    return (client: Client) => client.addCampaignContacts({ id, contactIds });
  },
  removeCampaignContact: async (world: World) => {
    const contactId = await world.newContact();
    const id = await world.newCampaign([contactId]);
    return (client: Client) => client.removeCampaignContact({ id, contactId });
  },
  runCampaign: onCampaign(withOneContact, (client, id) => client.runCampaign({ id })),
  pauseCampaign: onCampaign(
    (world) => world.runningCampaign(),
    (client, id) => client.pauseCampaign({ id }),
  ),
  resumeCampaign: onCampaign(paused, (client, id) => client.resumeCampaign({ id })),
  cancelCampaign: onCampaign(withOneContact, (client, id) => client.cancelCampaign({ id })),
  redialCampaign: onCampaign(cancelled, (client, id) => client.redialCampaign({ id })),
} satisfies Partial<Record<OperationId, Prepare>>;

const crm = {
  createCompany: reading((client, { teamId }) => client.createCompany({ teamId, name: 'Acme' })),
  getCompany: reading((client, { companyId: id }) => client.getCompany({ id })),
  listCompanies: reading((client, { teamId }) => client.listCompanies({ teamId, limit: 1 })),
  updateCompany: reading((client, { companyId: id }) => client.updateCompany({ id, notes: 'Quiet' })),
  deleteCompany: async (world: World) => {
    const id = await world.newCompany();
    return (client: Client) => client.deleteCompany({ id });
  },
  createContact: reading((client, { teamId, companyId, phone }) =>
    client.createContact({ teamId, companyId, firstName: 'Ada', lastName: 'Lovelace', phone: phone() }),
  ),
  bulkCreateContacts: reading((client, { teamId, companyId, phone }) =>
    client.bulkCreateContacts({
      teamId,
      companyId,
      contacts: [{ firstName: 'Ada', lastName: 'Lovelace', phone: phone() }],
    }),
  ),
  getContact: reading((client, { contactId: id }) => client.getContact({ id })),
  listContacts: reading((client, { teamId }) => client.listContacts({ teamId, limit: 1 })),
  updateContact: reading((client, { contactId: id }) => client.updateContact({ id, notes: 'Quiet' })),
  deleteContact: async (world: World) => {
    const id = await world.newContact();
    return (client: Client) => client.deleteContact({ id });
  },
  exportContact: reading((client, { contactId: id }) => client.exportContact({ id })),
  eraseContact: async (world: World) => {
    const id = await world.newContact();
    return (client: Client) => client.eraseContact({ id });
  },
  getErasure: async ({ client: own, newContact, teamId }: World) => {
    const { id } = (await own.eraseContact({ id: await newContact() })).erasure;
    return (client: Client) => client.getErasure({ id, teamId });
  },
} satisfies Partial<Record<OperationId, Prepare>>;

const numbers = {
  listPhoneNumbers: reading((client, { teamId }) => client.listPhoneNumbers({ teamId })),
  searchPhoneNumbers: reading((client) => client.searchPhoneNumbers({ filters: { countryCode: 'US' } })),
  purchasePhoneNumber: async (world: World) => {
    const phoneNumber = await world.numberForSale();
    return (client: Client) => client.purchasePhoneNumber({ teamId: world.teamId, phoneNumber });
  },
  releasePhoneNumber: async (world: World) => {
    const id = await world.newNumber();
    return (client: Client) => client.releasePhoneNumber({ id });
  },
} satisfies Partial<Record<OperationId, Prepare>>;

const settings = {
  getDialingSettings: reading((client, { slug }) => client.getDialingSettings({ accountSlug: slug })),
  updateDialingSettings: reading((client, { slug }) =>
    client.updateDialingSettings({ accountSlug: slug, maxCallsPerNumberPerDay: 2 }),
  ),
  setWebhook: reading((client, { slug }) =>
    client.setWebhook({ kind: 'billing', accountSlug: slug, url: 'http://127.0.0.1:1/billing' }),
  ),
  listWebhooks: reading((client, { slug }) => client.listWebhooks({ accountSlug: slug })),
  rotateWebhookSecret: async (world: World) => {
    await world.webhook();
    return (client: Client) => client.rotateWebhookSecret({ kind: 'call', accountSlug: world.slug });
  },
  testWebhook: async (world: World) => {
    await world.webhook();
    return (client: Client) => client.testWebhook({ kind: 'call', accountSlug: world.slug });
  },
  listWebhookDeliveries: async (world: World) => {
    await world.newDelivery();
    return (client: Client) => client.listWebhookDeliveries({ accountSlug: world.slug, limit: 1 });
  },
  resendWebhookDelivery: async (world: World) => {
    const id = await world.newDelivery();
    return (client: Client) => client.resendWebhookDelivery({ accountSlug: world.slug, id });
  },
  removeWebhook: async (world: World) => {
    await world.webhook();
    return (client: Client) => client.removeWebhook({ kind: 'call', accountSlug: world.slug });
  },
} satisfies Partial<Record<OperationId, Prepare>>;

const suppressions = {
  addSuppression: reading((client, { teamId, phone }) => client.addSuppression({ teamId, phone: phone() })),
  bulkAddSuppressions: reading((client, { teamId, phone }) =>
    client.bulkAddSuppressions({ teamId, numbers: [{ phone: phone() }] }),
  ),
  listSuppressions: reading((client, { teamId }) => client.listSuppressions({ teamId, limit: 1 })),
  removeSuppression: async ({ client: own, teamId, phone: draw }: World) => {
    const phone = draw();
    await own.addSuppression({ teamId, phone });
    return (client: Client) => client.removeSuppression({ teamId, phone });
  },
} satisfies Partial<Record<OperationId, Prepare>>;

type Measured = OperationId | keyof typeof inbound;

/** One request of every endpoint, in an order in which none spoils another. */
export const REQUESTS: Record<Measured, Prepare> = {
  ...system,
  ...inbound,
  ...sessions,
  ...assistants,
  ...calls,
  ...campaigns,
  ...crm,
  ...numbers,
  ...settings,
  ...suppressions,
  ...account,
};
