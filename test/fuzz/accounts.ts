import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';
import { RealIds } from './real-ids.ts';

export interface FuzzedAccount {
  token: string;
  ids: RealIds;
}

/** An account to which nothing happens, unless a request that must be refused does it. */
export interface QuietAccount extends FuzzedAccount {
  /** Everything that is stored about the account. */
  contents(): Promise<string>;
}

/** The engine lists attributes in any order. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, inOrder(each)]));
};

const fuzzed = async ({ api, teamId, slug, token }: TestAccount): Promise<FuzzedAccount> => {
  const { api_keys: own } = await api.listApiKeys({ accountSlug: slug });
  const ids = new RealIds(own.map(({ id }) => id));
  ids.add('team', teamId);
  ids.add('slug', slug);
  return { token, ids };
};

/** One resource of each kind, so that paths reach behind the 404. */
const furnish = async ({ given, api, slug }: TestAccount, ids: RealIds): Promise<void> => {
  const contacts = await given.callees([CALLEE.answers, CALLEE.isBusy, CALLEE.hasVoicemail]);
  ids.learn(contacts);
  ids.learn(await given.campaignWith(contacts));
  ids.learn(await api.createApiKey({ accountSlug: slug, name: 'Another key' }));
};

/** An account whose campaign dials. */
export const busyAccount = async (): Promise<FuzzedAccount> => {
  const account = await newAccount({ plan: 'growth' });
  const { token, ids } = await fuzzed(account);
  await furnish(account, ids);
  const { api, teamId, given } = account;
  const running = await given.campaignWith(await given.callees([CALLEE.answers, CALLEE.isBusy]));
  await api.runCampaign({ id: running.id });
  ids.learn(running);
  ids.learn(await api.listCalls({ teamId }));
  return { token, ids };
};

export const quietAccount = async (): Promise<QuietAccount> => {
  const account = await newAccount({ plan: 'growth' });
  const { token, ids } = await fuzzed(account);
  await furnish(account, ids);
  const own = [account.accountId, account.teamId, account.slug];
  return {
    token,
    ids,
    async contents() {
      const items = await tableContents();
      return items
        .filter((item) => own.some((id) => item.includes(id)))
        .map((item) => JSON.stringify(inOrder(JSON.parse(item))))
        .sort()
        .join('\n');
    },
  };
};
