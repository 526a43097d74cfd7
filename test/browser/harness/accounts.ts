import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { ApiError, type Client, createClient } from '#shared/client/client.ts';
import { service } from './service.ts';

export interface Account {
  token: string;
  slug: string;
  teamId: string;
  api: Client;
}

const run = promisify(execFile);

interface Credentials {
  api_token: string;
  account_slug: string;
  team_id: string;
}

const accountOf = ({ api_token: token, account_slug: slug, team_id: teamId }: Credentials): Account => ({
  token,
  slug,
  teamId,
  api: createClient({ baseUrl: service().baseUrl, token }),
});

/** An account of a journey's own, made as an operator makes one. */
export const newAccount = async (plan = 'growth'): Promise<Account> => {
  const slug = `journey-${randomUUID()}`;
  const request = ['create', '--slug', slug, '--name', 'Olive Owner', '--email', 'owner@example.com', '--plan', plan];
  const env = { ...process.env, STATE_DIR: service().stateDir };
  const { stdout } = await run(process.execPath, ['infra/local/commands/account.ts', ...request], {
    cwd: PROJECT_ROOT,
    env,
  });
  return accountOf(JSON.parse(stdout) as Credentials);
};

/** The link that `npm run dashboard` prints. */
export const signInLink = async (): Promise<string> => {
  const env = { ...process.env, STATE_DIR: service().stateDir };
  await run(process.execPath, ['infra/local/commands/dashboard.ts'], { cwd: PROJECT_ROOT, env });
  const kept = await readFile(join(service().stateDir, 'credentials.json'), 'utf8');
  return (JSON.parse(kept) as { dashboard_url: string }).dashboard_url;
};

/** The first number of a search that nobody buys at the same moment. */
const ownNumber = async ({ api, teamId }: Account) => {
  const { numbers } = await api.searchPhoneNumbers({ filters: { countryCode: 'US' } });
  for (const { phoneNumber } of numbers) {
    try {
      return (await api.purchasePhoneNumber({ teamId, phoneNumber })).phoneNumber;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }
  throw new Error('Others have bought every number that was found.');
};

/** A number, an assistant, and a company with people whose numbers end in these four digits. */
export const stocked = async (account: Account, endings: readonly string[]) => {
  const { api, slug, teamId } = account;
  const number = await ownNumber(account);
  const { assistant } = await api.createAssistant({ accountSlug: slug, name: 'Setter', templateId: 'outbound-setter' });
  const { company } = await api.createCompany({ teamId, name: 'Acme' });
  const contacts = endings.map((ending, index) => ({
    firstName: `Person ${index + 1}`,
    lastName: 'Example',
    phone: `+1415${String(550 + index).padStart(3, '0')}${ending}`,
  }));
  const { results } = await api.bulkCreateContacts({ teamId, companyId: company.id, contacts });
  return { number, assistant, company, contacts: results.map(({ contact }) => contact) };
};
