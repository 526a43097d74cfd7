import { expect } from '@jest/globals';
import { barriersOn } from './accessibility.ts';
import { type Account, stocked } from './accounts.ts';
import type { Visitor } from './visitor.ts';

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
  '/settings/retention',
  '/settings/suppressions',
  '/settings/activity',
];

/** Narrow enough for the smallest phones that are in use. */
const PHONE_WIDTH = 360;
const DESK_WIDTH = 1280;
const HEIGHT = 900;

export type PageIds = Record<'campaign' | 'contact' | 'call' | 'assistant', string>;

/** Something to see on every page. */
export const prepared = async (account: Account): Promise<PageIds> => {
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

const filledIn = (path: string, ids: PageIds): string =>
  path.replace(/\{(\w+)\}/g, (_, name: keyof PageIds) => ids[name]);

/** Goes to a page and waits until all that it shows has been read. */
const show = async ({ open, page }: Visitor, path: string): Promise<void> => {
  await open(path);
  await page.locator('main h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.loading').waitFor({ state: 'detached' });
};

/** Each page has one heading and a title of its own, no barrier that axe knows, and fits a phone. */
export const expectEveryPageSound = async (visitor: Visitor, ids: PageIds): Promise<void> => {
  const { page } = visitor;
  const faults: Record<string, unknown> = {};
  const titles = new Set<string>();
  for (const path of PAGES) {
    await show(visitor, filledIn(path, ids));
    const [headings, barriers] = [await page.locator('h1').count(), await barriersOn(page)];
    await page.setViewportSize({ width: PHONE_WIDTH, height: HEIGHT });
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    await page.setViewportSize({ width: DESK_WIDTH, height: HEIGHT });
    if (headings !== 1 || barriers.length > 0 || width > PHONE_WIDTH) faults[path] = { headings, barriers, width };
    if (!path.includes('?')) titles.add(await page.title());
  }
  expect(faults).toEqual({});
  // Two addresses lead to the API keys.
  expect(titles.size).toBe(PAGES.filter((path) => !path.includes('?')).length - 1);
};
