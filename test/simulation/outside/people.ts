import { resumeCalls } from '#functions/account/resume-calls.ts';
import { stopCalls } from '#functions/account/stop-calls.ts';
import { cancelCall } from '#functions/calls/cancel-call.ts';
import { createCall } from '#functions/calls/create-call.ts';
import { addCampaignContacts } from '#functions/campaigns/add-campaign-contacts.ts';
import { cancelCampaign } from '#functions/campaigns/cancel-campaign.ts';
import { deleteCampaign } from '#functions/campaigns/delete-campaign.ts';
import { pauseCampaign } from '#functions/campaigns/pause-campaign.ts';
import { redialCampaign } from '#functions/campaigns/redial-campaign.ts';
import { removeCampaignContact } from '#functions/campaigns/remove-campaign-contact.ts';
import { resumeCampaign } from '#functions/campaigns/resume-campaign.ts';
import { runCampaign } from '#functions/campaigns/run-campaign.ts';
import { updateCampaign } from '#functions/campaigns/update-campaign.ts';
import { createContact } from '#functions/contacts/create-contact.ts';
import { deleteContact } from '#functions/contacts/delete-contact.ts';
import { eraseContact } from '#functions/contacts/erase-contact.ts';
import { updateContact } from '#functions/contacts/update-contact.ts';
import { releasePhoneNumber } from '#functions/phone-numbers/release-phone-number.ts';
import { removeWebhook } from '#functions/settings/remove-webhook.ts';
import { resendWebhookDelivery } from '#functions/settings/resend-webhook-delivery.ts';
import { rotateWebhookSecret } from '#functions/settings/rotate-webhook-secret.ts';
import { setWebhook } from '#functions/settings/set-webhook.ts';
import { updateDialingSettings } from '#functions/settings/update-dialing-settings.ts';
import { addSuppression } from '#functions/suppressions/add-suppression.ts';
import { removeSuppression } from '#functions/suppressions/remove-suppression.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import { isExpected, serveRequest } from '#test/simulation/kernel/functions.ts';
import { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Services } from '#test/simulation/kernel/ports/ports.ts';
import { CALLS_PER_DAY } from '#test/simulation/plan/bounds-plan.ts';
import type { ContactPlan, WindowPlan } from '#test/simulation/plan/campaign-plan.ts';
import { microUsdOf } from '#test/simulation/plan/charges-plan.ts';
import { personNamed } from '#test/simulation/plan/names.ts';
import type { Team } from '#test/simulation/plan/team.ts';
import type { CallOrder, Fact, Facts } from './facts.ts';

const REQUEST_TIMEOUT_SECONDS = 30;

type Answer = { ending: 'done'; body: unknown } | { ending: 'failed' | 'crashed' };

/** The requests that people can make. */
export interface People {
  run(campaignId: string, maxCalls: number | null): Promise<Answer>;
  resume(campaignId: string): Promise<Answer>;
  pause(campaignId: string): Promise<Answer>;
  cancel(campaignId: string): Promise<Answer>;
  redial(campaignId: string): Promise<Answer>;
  deleteCampaign(campaignId: string): Promise<Answer>;
  stopCalls(): Promise<Answer>;
  resumeCalls(): Promise<Answer>;
  markDoNotCall(contactId: string, phone: string | null): Promise<Answer>;
  changePhone(contactId: string, phone: string): Promise<Answer>;
  deleteContact(contactId: string): Promise<Answer>;
  eraseContact(contactId: string): Promise<Answer>;
  /** Takes a contact's do-not-call back, and what it brought to its numbers. */
  liftDoNotCall(contactId: string): Promise<Answer>;
  /** Enters a number by hand, whoever has it. */
  addSuppression(phone: string): Promise<Answer>;
  removeSuppression(phone: string): Promise<Answer>;
  releaseNumber(numberId: string): Promise<Answer>;
  removeContact(campaignId: string, contactId: string): Promise<Answer>;
  createContact(contact: ContactPlan): Promise<Answer>;
  changeLimit(campaignId: string, limit: number): Promise<Answer>;
  changeWindow(campaignId: string, window: WindowPlan | null): Promise<Answer>;
  changeCountries(countries: string[] | null): Promise<Answer>;
  changeCallsPerDay(calls: number | null): Promise<Answer>;
  changeCallsPerNumber(calls: number | null): Promise<Answer>;
  changeSpendPerDay(usd: string | null): Promise<Answer>;
  setWebhook(url: string, enabled: boolean): Promise<Answer>;
  removeWebhook(): Promise<Answer>;
  rotateWebhookKey(): Promise<Answer>;
  resendDelivery(deliveryId: string, eventId: string): Promise<Answer>;
  addContacts(campaignId: string, contactIds: string[]): Promise<Answer>;
  /** Under a key the same order may be sent again. */
  orderCall(name: string, order: Omit<CallOrder, 'accountId'>, key?: string): Promise<Answer>;
  cancelCall(callId: string): Promise<Answer>;
}

interface Requests {
  services: Services;
  team: Team;
  facts: Facts;
  unexpected(error: unknown): void;
}

/** A request's meaning for the checker besides its times; `learn` adds facts from its answer. */
type Meaning = Pick<Fact, 'kind' | 'subject'> & Partial<Fact> & { learn?(body: unknown): Partial<Fact> };

/**
 * Sends a request as a client does: it may be refused, fail or never be answered. Only an acknowledged request is a
 * promise; any other may still have taken effect.
 */
const request = (
  { services, team, facts, unexpected }: Requests,
  name: string,
  endpoint: unknown,
  input: Record<string, unknown>,
  meanings: Meaning[] = [],
  key?: string,
): Promise<Answer> =>
  new Promise((resolve) => {
    const { kernel } = services.machine;
    const noted = meanings.map(({ learn, ...meaning }) => ({
      fact: facts.add({ begin: kernel.now, end: Number.POSITIVE_INFINITY, acknowledged: false, ...meaning }),
      learn,
    }));
    let body: unknown;
    const invocation = new Invocation(services.machine, name, REQUEST_TIMEOUT_SECONDS, (ending, error) => {
      const acknowledged = ending === 'done';
      const isRefused = (error as Error | undefined)?.name === 'Refusal';
      for (const { fact, learn } of noted)
        Object.assign(fact, { end: kernel.now, acknowledged, isRefused, ...(acknowledged && learn?.(body)) });
      if (ending === 'failed' && !isExpected(error)) unexpected(error);
      resolve(ending === 'done' ? { ending, body } : { ending });
    });
    invocation.start(async () => {
      body = await serveRequest(services, invocation, endpoint as Endpoint, { caller: team.caller, input, key });
    });
  });

const keyIn = (body: unknown): Partial<Fact> => ({
  publicKey: (body as { webhook: { verification_key: string } }).webhook.verification_key,
});

const erasureIn = (body: unknown) => (body as { erasure: { id: string } }).erasure;

const callIn = (body: unknown) => (body as { call: { id: string; status: string } }).call;

/** A number that was changed while the contact was marked is not marked: the answer has the one that is. */
const unlessAnother = (phone: string) => (body: unknown) =>
  (body as { contact: { phone: string | null } }).contact.phone === phone ? {} : { acknowledged: false };

const campaignInput = (id: string) => ({ id });

export const people = (requests: Requests): People => {
  const { team } = requests;
  const account = team.caller.accountId;
  let created = 0;
  const send = (name: string, endpoint: unknown, input: Record<string, unknown>, ...more: [Meaning[]?, string?]) =>
    request(requests, name, endpoint, input, ...more);
  const isKeyKnown = (): boolean => requests.facts.of('webhookKey', account).some(({ publicKey }) => publicKey);
  return {
    run: (id, maxCalls) =>
      send('run', runCampaign, { id, dryRun: false, ...(maxCalls !== null && { maxCalls }) }, [
        { kind: 'start', subject: id, maxCalls },
      ]),
    resume: (id) => send('resume', resumeCampaign, campaignInput(id), [{ kind: 'start', subject: id }]),
    pause: (id) => send('pause', pauseCampaign, campaignInput(id), [{ kind: 'pause', subject: id }]),
    cancel: (id) => send('cancel', cancelCampaign, campaignInput(id), [{ kind: 'cancel', subject: id }]),
    deleteCampaign: (id) =>
      send('delete-campaign', deleteCampaign, campaignInput(id), [{ kind: 'deleteCampaign', subject: id }]),
    redial: (id) =>
      send('redial', redialCampaign, campaignInput(id), [
        { kind: 'redial', subject: id, learn: (body) => ({ redialed: (body as { redialed: number }).redialed }) },
      ]),
    stopCalls: () => send('stop-calls', stopCalls, {}, [{ kind: 'stopCalls', subject: account }]),
    resumeCalls: () => send('resume-calls', resumeCalls, {}, [{ kind: 'resumeCalls', subject: account }]),
    markDoNotCall: (contactId, phone) =>
      send('do-not-call', updateContact, { id: contactId, doNotCall: true }, [
        { kind: 'doNotCall', subject: contactId },
        ...(phone ? [{ kind: 'doNotCallNumber' as const, subject: phone, learn: unlessAnother(phone) }] : []),
      ]),
    deleteContact: (contactId) =>
      send('delete-contact', deleteContact, { id: contactId }, [{ kind: 'deleteContact', subject: contactId }]),
    eraseContact: (contactId) =>
      send('erase-contact', eraseContact, { id: contactId }, [
        { kind: 'eraseContact', subject: contactId, learn: (body) => ({ erasureId: erasureIn(body).id }) },
      ]),
    liftDoNotCall: (contactId) => send('lift-do-not-call', updateContact, { id: contactId, doNotCall: false }),
    addSuppression: (phone) => send('add-suppression', addSuppression, { teamId: team.teamId, phone }),
    removeSuppression: (phone) => send('remove-suppression', removeSuppression, { teamId: team.teamId, phone }),
    changePhone: (contactId, phone) =>
      send('change-phone', updateContact, { id: contactId, phone }, [{ kind: 'phone', subject: contactId, phone }]),
    releaseNumber: (id) => send('release-number', releasePhoneNumber, { id }, [{ kind: 'releaseNumber', subject: id }]),
    removeContact: (id, contactId) => send('remove-contact', removeCampaignContact, { id, contactId }),
    createContact: (contact) =>
      send(
        'create-contact',
        createContact,
        {
          teamId: team.teamId,
          companyId: team.companyId,
          ...personNamed(`new contact ${++created}`),
          lastName: 'Lovelace',
          leadStatus: 'new',
          phone: contact.phone,
          timezone: contact.timezone,
          doNotCall: contact.doNotCall,
        },
        contact.doNotCall && contact.phone ? [{ kind: 'doNotCallNumber', subject: contact.phone }] : [],
      ),
    changeLimit: (id, limit) =>
      send('change-limit', updateCampaign, { id, maxConcurrentCalls: limit }, [{ kind: 'limit', subject: id, limit }]),
    changeWindow: (id, window) =>
      send(
        'change-window',
        updateCampaign,
        {
          id,
          callWindowStart: window?.start ?? null,
          callWindowEnd: window?.end ?? null,
          callWindowTimezone: window?.timezone ?? null,
        },
        [{ kind: 'window', subject: id, window }],
      ),
    changeCountries: (countries) =>
      send('change-countries', updateDialingSettings, { allowedCountries: countries }, [
        { kind: 'countries', subject: account, countries },
      ]),
    changeCallsPerDay: (calls) =>
      send('change-calls-per-day', updateDialingSettings, { maxCallsPerDay: calls }, [
        { kind: 'callsPerDay', subject: account, limit: calls ?? CALLS_PER_DAY.growth },
      ]),
    changeCallsPerNumber: (calls) =>
      send('change-calls-per-number', updateDialingSettings, { maxCallsPerNumberPerDay: calls }, [
        { kind: 'callsPerNumber', subject: account, limit: calls ?? Number.POSITIVE_INFINITY },
      ]),
    changeSpendPerDay: (usd) =>
      send('change-spend-per-day', updateDialingSettings, { maxSpendPerDayUsd: usd }, [
        { kind: 'spendPerDay', subject: account, limit: usd === null ? Number.POSITIVE_INFINITY : microUsdOf(usd) },
      ]),
    setWebhook: (url, enabled) =>
      send('set-webhook', setWebhook, { kind: 'call', url, enabled, extraEvents: [] }, [
        { kind: 'webhook', subject: account, receiver: enabled ? url : null },
        ...(isKeyKnown() ? [] : [{ kind: 'webhookKey' as const, subject: account, learn: keyIn }]),
      ]),
    removeWebhook: () =>
      send('remove-webhook', removeWebhook, { kind: 'call' }, [{ kind: 'webhook', subject: account, receiver: null }]),
    rotateWebhookKey: () =>
      send('rotate-webhook-key', rotateWebhookSecret, { kind: 'call' }, [
        { kind: 'rotation', subject: account },
        { kind: 'webhookKey', subject: account, learn: keyIn },
      ]),
    resendDelivery: (id, eventId) =>
      send('resend-delivery', resendWebhookDelivery, { id }, [{ kind: 'resend', subject: eventId }]),
    addContacts: (id, contactIds) => send('add-contacts', addCampaignContacts, { id, contactIds }),
    orderCall: (name, order, key) => {
      const { teamId, assistantId } = team;
      const input = { teamId, assistantId, ...order, variables: { order: name } };
      const learn = (body: unknown) => ({ callId: callIn(body).id });
      const meaning: Meaning = { kind: 'orderCall', subject: name, order: { ...order, accountId: account }, learn };
      return send('create-call', createCall, input, [meaning], key);
    },
    cancelCall: (id) =>
      send('cancel-call', cancelCall, { id }, [
        { kind: 'cancelCall', subject: id, learn: (body) => ({ status: callIn(body).status }) },
      ]),
  };
};
