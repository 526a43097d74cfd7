import { expect } from '@jest/globals';
import type { Call } from '#shared/schemas/call.ts';
import type { Campaign } from '#shared/schemas/campaign.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { getCall } from '#shared/store/calls.ts';
import { commandsOf } from '#test/harness/carrier-log.ts';
import { eventually } from '#test/harness/eventually.ts';
import { testTable } from '#test/harness/stack/table.ts';
import type { TestAccount } from './account.ts';
import { callsOf, give } from './campaign-states.ts';

/** What the simulated carrier's callee says in all, and its caller. */
export const CALLEE_LINES = 4;
export const CALLER_LINES = 3;

export const readCall = async ({ api }: TestAccount, id: string): Promise<Call> =>
  (await api.get(`/api/calls/${id}`)).body.call;

export const readContact = async ({ api }: TestAccount, id: string): Promise<Contact> =>
  (await api.get(`/api/crm/contacts/${id}`)).body.contact;

/** Nothing remains to be done for the call: what it told is written, and its price is counted. */
export const callConcluded = (account: TestAccount, id: string): Promise<Call> =>
  eventually(async () => {
    const record = await getCall(testTable(), id);
    expect(record?.concluded_at).not.toBeNull();
    expect(record?.usage.carrierMicroUsd).toBeGreaterThan(0);
    expect(record?.usage_counted).toEqual(record?.usage);
    return readCall(account, id);
  });

/** The first call of a campaign, once somebody is on it or was. */
export const callBegins = (account: TestAccount, campaign: Campaign): Promise<Call> =>
  eventually(async () => {
    const [call] = await callsOf(account, campaign.id);
    expect(['in_progress', 'ended']).toContain(call?.status);
    return call as Call;
  });

/** A campaign over one contact, run to the end of its one call. */
export const talkWith = async (
  account: TestAccount,
  contact: Contact,
  fields: Record<string, unknown> = {},
): Promise<{ campaign: Campaign; call: Call }> => {
  const campaign = await account.given.campaignWith([contact], fields);
  expect((await give(account, campaign.id, 'run')).status).toBe(200);
  const { id } = await callBegins(account, campaign);
  return { campaign, call: await callConcluded(account, id) };
};

export const textsOf = ({ transcript }: Pick<Call, 'transcript'>, role: string): string[] =>
  transcript.filter((line) => line.role === role).map(({ text }) => text);

/** How often the carrier was told to speak on a call, repeated commands aside. */
export const speechesOn = ({ call_control_id }: Call): number =>
  commandsOf({ call_control_id: call_control_id ?? '', command: 'speak' }).filter(
    ({ result }) => result !== 'duplicate',
  ).length;
