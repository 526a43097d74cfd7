import { expect } from '@jest/globals';
import type { InputOf } from '#shared/client/client.ts';
import type { Assistant } from '#shared/schemas/assistant.ts';
import type { Call } from '#shared/schemas/call.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { eventually } from '#test/harness/eventually.ts';
import type { OwnService } from '#test/harness/stack/own-service.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

type AssistantFields = Omit<InputOf<'updateAssistant'>, 'assistantId' | 'accountSlug'>;
type CallFilter = Pick<InputOf<'listCalls'>, 'contactId' | 'direction'>;

/** Calls placed by a suite's own service, through a number that it bought. */
export interface OwnCalls {
  number: { id: string; phone_number: string };
  assistant(templateId: Assistant['type'], fields: AssistantFields): Promise<Assistant>;
  contact(phone: string, fields?: { firstName?: string }): Promise<Contact>;
  /** Calls everybody, one attempt each; answers the campaign's id when it is completed. */
  callAll(assistant: Assistant, contacts: Contact[], settings?: object): Promise<string>;
  /** The only call that matches, once it is over. */
  endedCall(filter: CallFilter): Promise<Call>;
  /** The only call that matches, once its conclusion is written. */
  concludedCall(filter: CallFilter): Promise<Call>;
}

const buyNumber = async ({ client, teamId }: OwnService): Promise<OwnCalls['number']> => {
  const { numbers } = await client.searchPhoneNumbers({ filters: { countryCode: 'US', areaCode: '415' } });
  const phoneNumber = String((numbers[0] as { phoneNumber?: string }).phoneNumber);
  return (await client.purchasePhoneNumber({ teamId, phoneNumber })).phoneNumber;
};

const readers = ({ client, teamId }: OwnService): Pick<OwnCalls, 'endedCall' | 'concludedCall'> => {
  const read = (filter: CallFilter, isReady: (call: Call) => void): Promise<Call> =>
    eventually(async () => {
      const { calls } = await client.listCalls({ teamId, ...filter });
      expect(calls).toEqual([expect.objectContaining({ status: 'ended' })]);
      const { call } = await client.getCall({ id: calls[0]?.id ?? '' });
      isReady(call);
      return call;
    });
  return {
    endedCall: (filter) => read(filter, () => undefined),
    concludedCall: (filter) => read(filter, ({ summary }) => expect(summary).not.toBeNull()),
  };
};

export const callsOf = async (service: OwnService): Promise<OwnCalls> => {
  const { client, teamId, accountSlug } = service;
  const number = await buyNumber(service);
  const companyId = (await client.createCompany({ teamId, name: 'Acme' })).company.id;
  return {
    ...readers(service),
    number,
    async assistant(templateId, fields) {
      const created = (await client.createAssistant({ accountSlug, name: templateId, templateId })).assistant;
      return (await client.updateAssistant({ accountSlug, assistantId: created.id, ...fields })).assistant;
    },
    async contact(phone, fields) {
      const names = { firstName: 'Ada', lastName: 'Byron', ...fields };
      return (await client.createContact({ teamId, companyId, phone, ...names })).contact;
    },
    async callAll({ id: assistantId }, contacts, settings = {}) {
      const fields = { name: 'Calls', maxAttemptsPerContact: 1, maxConcurrentCalls: contacts.length, settings };
      const references = { teamId, companyId, assistantId, fromNumberIds: [number.id] };
      const { id } = (await client.createCampaign({ ...fields, ...references })).campaign;
      await client.addCampaignContacts({ id, contactIds: contacts.map((contact) => contact.id) });
      await client.runCampaign({ id });
      await campaignBecomes({ api: client }, id, 'completed');
      return id;
    },
  };
};
