import { addCampaignContacts } from '#functions/campaigns/add-campaign-contacts.ts';
import { createCampaign } from '#functions/campaigns/create-campaign.ts';
import { createContact } from '#functions/contacts/create-contact.ts';
import { setWebhook } from '#functions/settings/set-webhook.ts';
import { numberingOf } from '#shared/domain/phone-number/numbering-plan.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { countNumberIn } from '#shared/store/account/dialing-settings.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { newAssistant, putAssistant } from '#shared/store/assistants.ts';
import { addCompany, toCompanyRecord } from '#shared/store/companies.ts';
import { keys } from '#shared/store/keys.ts';
import type { PhoneNumberRecord } from '#shared/store/phone-numbers.ts';
import { markSchemaVersion } from '#shared/store/schema-version.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import { signingSecret } from '#test/simulation/kernel/ports/ports.ts';
import type { Store } from '#test/simulation/store/store.ts';
import type { BoundsPlan } from './bounds-plan.ts';
import type { CampaignPlan, ContactPlan } from './campaign-plan.ts';
import { personNamed } from './names.ts';
import type { Scenario } from './scenario.ts';
import { NUMBERS, type Team } from './team.ts';

/** Creates an account with everything that exists before the world begins; nothing goes wrong here. */

type Handle = (context: object) => Promise<unknown>;

const handleOf = (endpoint: unknown): Handle => (endpoint as { handle: Handle }).handle;

const accountOf = (accountId: string, teamId: string, at: string): AccountRecord => ({
  account_id: accountId,
  slug: 'simulated',
  name: 'Ada',
  email: 'ada@example.com',
  plan: 'growth',
  numbers_held: 3,
  team_ids: [teamId],
  calls_stopped_at: null,
  created_at: at,
});

const numberOf = (
  team: Omit<Team, 'numberIds'>,
  given: Pick<PhoneNumberRecord, 'id' | 'phone_number' | 'assistant_id'>,
  at: string,
): PhoneNumberRecord => ({
  ...given,
  account_id: team.caller.accountId,
  team_id: team.teamId,
  country: 'US',
  kind: 'ordinary',
  provider: 'simulated',
  provider_number_id: 'pn_1',
  status: 'active',
  is_trial: false,
  trial_expires_at: null,
  due_at: null,
  created_by_email: team.caller.email,
  created_by_name: team.caller.name,
  created_at: at,
});

/** Phone numbers of a neighbour end like the first account's. */
const numberOfAccount = (number: string, account: number): string =>
  account === 0 ? number : number.replace('555', String(555 + account));

export const foundTeam = async (
  store: Store,
  newId: (prefix: string) => string,
  now: Date,
  account = 0,
  allowedCountries: string[] | null = null,
): Promise<Team> => {
  const at = now.toISOString();
  const [accountId, keyId] = [newId('acct'), newId('key')];
  const actor = { type: 'api_key' as const, id: keyId, name: 'First key' };
  const rights = { role: 'full' as const, expiresAt: null };
  const team = {
    caller: { accountId, keyId, email: 'ada@example.com', name: 'Ada', actor, ...rights },
    teamId: newId('team'),
    companyId: newId('comp'),
    assistantId: newId('asst'),
  };
  const silentId = newId('asst');
  const assigned = { answered: team.assistantId, unanswered: silentId, unassigned: null };
  const numbers = Object.entries(assigned).map(([name, assistant_id]) =>
    numberOf(
      team,
      {
        id: newId('num'),
        phone_number: numberOfAccount(NUMBERS[name as keyof typeof assigned], account),
        assistant_id,
      },
      at,
    ),
  );
  const company = {
    id: team.companyId,
    team_id: team.teamId,
    name: 'Acme',
    custom_fields: {},
    created_at: at,
    updated_at: at,
  };
  const operations: WriteOperation[] = [
    ...(account === 0 ? [markSchemaVersion()] : []),
    { put: { ...keys.account(accountId), ...accountOf(accountId, team.teamId, at) } },
    { put: { ...keys.team(team.teamId), account_id: accountId, team_id: team.teamId, name: 'Team', created_at: at } },
    putAssistant(newAssistant({ id: team.assistantId, account_id: accountId, name: 'Ada', type: 'custom', now })),
    putAssistant(newAssistant({ id: silentId, account_id: accountId, name: 'Bob', type: 'outbound-setter', now })),
    ...addCompany(toCompanyRecord(company as Parameters<typeof toCompanyRecord>[0], accountId)),
    ...(allowedCountries === null
      ? []
      : [{ update: keys.dialing(accountId), set: { allowed_countries: allowedCountries } }]),
    ...numbers.flatMap((number): WriteOperation[] => [
      { put: { ...keys.phoneNumber(number.id), ...number } },
      { put: { ...keys.ownedNumber(number.phone_number), number_id: number.id, account_id: accountId } },
    ]),
  ];
  await store.transact(operations);
  for (const { country } of numbers) await store.transact(countNumberIn(accountId, country, 1));
  return { ...team, numberIds: numbers.map(({ id }) => id) };
};

/** Sets how much an account may dial; what is left out has its default. */
export const foundBounds = async ({ store, team }: Founding, bounds: BoundsPlan): Promise<void> => {
  const { callsPerNumber, callsPerDay, spendPerDay } = bounds;
  const set = {
    ...(callsPerNumber !== null && { max_calls_per_number_per_day: callsPerNumber }),
    ...(callsPerDay !== null && { max_calls_per_day: callsPerDay }),
    ...(spendPerDay !== null && { max_spend_per_day_usd: spendPerDay }),
  };
  if (Object.keys(set).length > 0) await store.transact([{ update: keys.dialing(team.caller.accountId), set }]);
};

export interface Founding {
  store: Store;
  team: Team;
  now: Date;
  newId(prefix: string): string;
}

const contextOf = ({ store, team, now, newId }: Founding) => ({
  caller: team.caller,
  now,
  newId,
  table: { ...store, query: (query: Parameters<Store['query']>[0]) => store.query(query, 0) },
  campaignQueue: { send: async () => undefined },
  webhookSigningSecret: signingSecret,
  numberingOf,
  clock: () => now,
  sleep: async () => undefined,
  commit: async (operations: WriteOperation[], body: unknown) => {
    await store.transact(operations);
    return body;
  },
});

export const foundContact = async (founding: Founding, plan: ContactPlan, name: string): Promise<string> => {
  const { team } = founding;
  const input = {
    teamId: team.teamId,
    companyId: team.companyId,
    ...personNamed(name),
    lastName: 'Lovelace',
    leadStatus: 'new',
    ...plan,
  };
  const answer = await handleOf(createContact)({ ...contextOf(founding), input });
  return (answer as { contact: { id: string } }).contact.id;
};

const inputOf = (plan: CampaignPlan, team: Team, scenario: Scenario) => ({
  teamId: team.teamId,
  assistantId: team.assistantId,
  companyId: team.companyId,
  fromNumberIds: team.numberIds,
  name: 'Spring',
  maxConcurrentCalls: plan.maxConcurrentCalls,
  maxAttemptsPerContact: plan.maxAttempts,
  retryDelayMinutes: plan.retryDelayMinutes,
  settings: { retryOnVoicemail: plan.retryOnVoicemail },
  ...(plan.window && {
    callWindowStart: plan.window.start,
    callWindowEnd: plan.window.end,
    callWindowTimezone: plan.window.timezone,
  }),
  ...(plan.scheduledStartMinutes !== null && {
    scheduledStartAt: new Date(scenario.startsAt + plan.scheduledStartMinutes * MINUTE_MS).toISOString(),
  }),
});

export const foundCampaign = async (
  founding: Founding,
  scenario: Scenario,
  plan: CampaignPlan,
  contactIds: string[],
): Promise<string> => {
  const context = contextOf(founding);
  const phoneNumbers = founding.team.numberIds.map((id) => ({ id, phone_number: '+12125551000' }));
  const input = inputOf(plan, founding.team, scenario);
  const created = await handleOf(createCampaign)({ ...context, phoneNumbers, input });
  const { id } = (created as { campaign: { id: string } }).campaign;
  const chosen = plan.contacts.map((at) => ({ id: contactIds[at] as string }));
  if (chosen.length > 0) await handleOf(addCampaignContacts)({ ...context, campaign: { id }, contacts: chosen });
  return id;
};

/** Sets the receiver; answers the key that receivers verify with. */
export const foundWebhook = async (founding: Founding, url: string): Promise<string> => {
  const input = { kind: 'call', url, enabled: true, extraEvents: [] };
  const answer = await handleOf(setWebhook)({ ...contextOf(founding), input });
  return (answer as { webhook: { verification_key: string } }).webhook.verification_key;
};
