import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { type Account, newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

/** What has a name that programs and people rely on. Each is there once. */
interface Names {
  fields?: string[];
  buttons?: string[];
  links?: string[];
}

interface NamedPage extends Names {
  path: string;
  /** What is there once in each of these regions. */
  regions?: { names: string[]; each: Names };
}

const NAMED: NamedPage[] = [
  {
    path: '/calls',
    links: ['Overview', 'Campaigns', 'Contacts', 'Calls', 'Assistants', 'Phone numbers', 'Settings', 'New call'],
    buttons: ['Stop all calls', 'Sign out'],
  },
  { path: '/calls?new=call', fields: ['Assistant', 'Phone number', 'Contact', 'Start at'], buttons: ['Call'] },
  { path: '/assistants', links: ['New assistant'] },
  { path: '/assistants?new=assistant', fields: ['Name', 'Template'] },
  { path: '/assistants/{assistant}', fields: ['Contact', 'Phone number'], buttons: ['Test call', 'Save'] },
  { path: '/phone-numbers', fields: ['Country', 'Area code'], buttons: ['Search', 'Release'] },
  { path: '/settings', buttons: ['Create key', 'Revoke'] },
  { path: '/settings/api-keys?new=key', fields: ['Name', 'Role', 'Ends at'] },
  {
    path: '/settings/webhooks',
    buttons: ['Resend'],
    regions: {
      names: ['Call events', 'Billing events'],
      each: { fields: ['URL'], buttons: ['Save', 'Reveal', 'Rotate', 'Send test event'] },
    },
  },
  {
    path: '/settings/suppressions',
    fields: ['Search', 'Phone number'],
    buttons: ['Add', 'Remove'],
    links: ['Import'],
  },
];

const locate = (within: Page | Locator, { fields = [], buttons = [], links = [] }: Names) => [
  ...fields.map((name) => ({ name, found: within.getByLabel(name, { exact: true }) })),
  ...buttons.map((name) => ({ name, found: within.getByRole('button', { name, exact: true }) })),
  ...links.map((name) => ({ name, found: within.getByRole('link', { name, exact: true }) })),
];

/** The names of a page that are not there once. */
const wrongOn = async (page: Page, { regions, ...names }: NamedPage): Promise<string[]> => {
  const { names: regionNames = [], each = {} } = regions ?? {};
  const inRegions = regionNames.flatMap((name) => locate(page.getByRole('region', { name }), each));
  await page.waitForLoadState('networkidle');
  const counted = [...locate(page, names), ...inRegions].map(async ({ name, found }) => {
    const count = await found.count();
    return count === 1 ? [] : [`${name}: ${count}`];
  });
  return (await Promise.all(counted)).flat();
};

describe('Accessible names', () => {
  const visit = visitors();
  let account: Account;
  let assistantId: string;
  beforeAll(async () => {
    account = await newAccount();
    const { api, slug: accountSlug, teamId } = account;
    assistantId = (await stocked(account, ['0001'])).assistant.id;
    for (const kind of ['call', 'billing'] as const) {
      await api.setWebhook({ kind, accountSlug, url: 'https://hooks.example.com/events' });
    }
    await api.testWebhook({ kind: 'call', accountSlug });
    await api.addSuppression({ teamId, phone: '+14155609999' });
  });

  test('are there literally, and once', async () => {
    const visitor = await visit();
    await signIn(visitor, account);
    const wrong: Record<string, string[]> = {};
    for (const named of NAMED) {
      await visitor.open(named.path.replace('{assistant}', assistantId));
      const found = await wrongOn(visitor.page, named);
      if (found.length > 0) wrong[named.path] = found;
    }
    expect(wrong).toEqual({});
  });
});
