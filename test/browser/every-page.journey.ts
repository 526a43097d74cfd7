import { beforeAll, describe, expect, test } from '@jest/globals';
import { barriersOn } from './harness/accessibility.ts';
import { type Account, newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { signIn, type Visitor } from './harness/visitor.ts';

/** Every page of the dashboard, and what can be opened on it. */
const PAGES = [
  '/',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/{campaign}',
  '/campaigns/{campaign}?edit=campaign',
  '/contacts',
  '/contacts?contact={contact}',
  '/contacts?new=contact',
  '/contacts?new=company',
  '/contacts/import',
  '/calls',
  '/calls?new=call',
  '/calls/{call}',
  '/assistants',
  '/assistants?new=assistant',
  '/assistants/{assistant}',
  '/phone-numbers',
  '/settings',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/dialing',
  '/settings/suppressions',
  '/settings/activity',
];

/** Narrow enough for the smallest phones that are in use. */
const PHONE_WIDTH = 360;

type Ids = Record<'campaign' | 'contact' | 'call' | 'assistant', string>;

const prepared = async (account: Account): Promise<Ids> => {
  const { api, teamId, slug } = account;
  const { number, assistant, company, contacts } = await stocked(account, ['0001', '0002', '0001']);
  const contactIds = contacts.flatMap((contact) => (contact ? [contact.id] : []));
  const { campaign } = await api.createCampaign({
    teamId,
    assistantId: assistant.id,
    companyId: company.id,
    fromNumberIds: [number.id],
    name: 'Spring outreach',
  });
  await api.addCampaignContacts({ id: campaign.id, contactIds });
  await api.addSuppression({ teamId, phone: '+14155509999', note: 'Asked by letter.' });
  await api.setWebhook({ kind: 'call', accountSlug: slug, url: 'https://hooks.example.com/calls' });
  const { call } = await api.createCall({ teamId, assistantId: assistant.id, contactId: contactIds[0] ?? '' });
  return { campaign: campaign.id, contact: contactIds[0] ?? '', call: call.id, assistant: assistant.id };
};

const filledIn = (path: string, ids: Ids): string => path.replace(/\{(\w+)\}/g, (_, name: keyof Ids) => ids[name]);

/** Goes to a page and waits until all that it shows has been read. */
const show = async ({ open, page }: Visitor, path: string): Promise<void> => {
  await open(path);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.loading').waitFor({ state: 'detached' });
};

describe('Every page', () => {
  const visit = visitors();
  let account: Account;
  let ids: Ids;
  beforeAll(async () => {
    account = await newAccount();
    ids = await prepared(account);
  });

  describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
    test('has no barrier that axe knows', async () => {
      const visitor = await visit({ scheme });
      await signIn(visitor, account);
      const found: Record<string, string[]> = {};
      for (const path of PAGES) {
        await show(visitor, filledIn(path, ids));
        const barriers = await barriersOn(visitor.page);
        if (barriers.length > 0) found[path] = barriers;
      }
      expect(found).toEqual({});
    });
  });

  test('has one heading of its own, in main, and a title of its own', async () => {
    const visitor = await visit();
    await signIn(visitor, account);
    const titles = new Map<string, string>();
    for (const path of PAGES.filter((page) => !page.includes('?') && page !== '/settings')) {
      await show(visitor, filledIn(path, ids));
      expect(await visitor.page.locator('h1').count()).toBe(1);
      expect(await visitor.page.locator('main h1').count()).toBe(1);
      titles.set(await visitor.page.title(), path);
    }
    expect(titles.size).toBe(PAGES.filter((page) => !page.includes('?')).length - 1);
  });

  test('fits a narrow screen without scrolling sideways', async () => {
    const visitor = await visit({ width: PHONE_WIDTH });
    await signIn(visitor, account);
    const tooWide: Record<string, unknown> = {};
    for (const path of PAGES) {
      await show(visitor, filledIn(path, ids));
      const width = await visitor.page.evaluate('document.documentElement.scrollWidth');
      if (Number(width) > PHONE_WIDTH) tooWide[path] = width;
    }
    expect(tooWide).toEqual({});
  });

  test('sign-in and the API reference have no barrier either', async () => {
    const visitor = await visit();
    await visitor.open('/');
    await visitor.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await barriersOn(visitor.page)).toEqual([]);
    await visitor.open('/docs');
    await visitor.page.getByText('/api/crm/campaigns').first().waitFor({ state: 'attached' });
    expect(await barriersOn(visitor.page, { isOwn: false })).toEqual([]);
  });
});
