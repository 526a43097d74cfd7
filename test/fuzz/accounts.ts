import { hashToken } from '#shared/domain/api-token.ts';
import { LAST_USE_PARTITIONS } from '#shared/store/access/last-use.ts';
import { newSignInCode } from '#shared/store/access/sessions.ts';
import { REQUEST_RATE_PARTITIONS } from '#shared/store/limits/request-rate.ts';
import { RealIds } from '#test/fuzz/requests/real-ids.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { newSession } from '#test/harness/given/sessions.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';

export interface FuzzedAccount {
  token: string;
  /** The header of a session of that token. */
  cookie: string;
  ids: RealIds;
}

const CODES = 5;
/** Requests that are refused are noted there as well. */
const OF_REQUESTS = [LAST_USE_PARTITIONS, REQUEST_RATE_PARTITIONS].map((pattern) => pattern.replace('*', ''));

/** An account to which nothing happens, unless a request that must be refused does it. */
export interface QuietAccount extends FuzzedAccount {
  /** Everything that is stored about the account, but its last use and rate of requests. */
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
  ids.add('token', token);
  for (let made = 0; made < CODES; made++) {
    const { code, put } = newSignInCode(hashToken(token), new Date());
    await testTable().write(put);
    ids.add('code', code);
  }
  const { cookie } = await newSession({ token });
  return { token, cookie, ids };
};

/** Nothing listens there. */
const DEAD_URL = 'http://127.0.0.1:1/hook';

/** One resource of each kind, so that paths reach behind the 404. */
const furnish = async ({ given, api, slug }: TestAccount, ids: RealIds): Promise<void> => {
  const contacts = await given.callees([CALLEE.answers, CALLEE.isBusy, CALLEE.hasVoicemail]);
  ids.learn(contacts);
  ids.learn(await given.campaignWith(contacts));
  ids.learn(await api.createApiKey({ accountSlug: slug, name: 'Another key' }));
};

/** An account whose campaign dials, and another one is paused. */
export const busyAccount = async (): Promise<FuzzedAccount> => {
  const account = await newAccount({ plan: 'growth' });
  const made = await fuzzed(account);
  const { ids } = made;
  await furnish(account, ids);
  const { api, teamId, given } = account;
  const running = await given.campaignWith(await given.callees([CALLEE.answers, CALLEE.isBusy]));
  await api.runCampaign({ id: running.id });
  const paused = await given.campaignWith(await given.contacts(2), { maxConcurrentCalls: 1 });
  await api.runCampaign({ id: paused.id });
  await api.pauseCampaign({ id: paused.id });
  ids.learn(await given.company());
  await api.setWebhook({ kind: 'call', accountSlug: account.slug, url: DEAD_URL });
  ids.learn(await api.testWebhook({ kind: 'call', accountSlug: account.slug }));
  ids.learn(await api.listCampaigns({ teamId }));
  ids.learn(await api.listCalls({ teamId }));
  return made;
};

export const quietAccount = async (): Promise<QuietAccount> => {
  const account = await newAccount({ plan: 'growth' });
  const made = await fuzzed(account);
  await furnish(account, made.ids);
  const own = [account.accountId, account.teamId, account.slug];
  return {
    ...made,
    async contents() {
      const items = await tableContents();
      return items
        .filter((item) => own.some((id) => item.includes(id)))
        .map((item) => JSON.parse(item) as { pk: string })
        .filter(({ pk }) => !OF_REQUESTS.some((start) => pk.startsWith(start)))
        .map((item) => JSON.stringify(inOrder(item)))
        .sort()
        .join('\n');
    },
  };
};
