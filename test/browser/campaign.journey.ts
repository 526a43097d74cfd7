import { describe, expect, test } from '@jest/globals';
import { newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

describe('A campaign', () => {
  const visit = visitors();

  test('goes from the form to its end, moving by itself', async () => {
    const account = await newAccount();
    await stocked(account, ['0001', '0002', '0004', '0006']);
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/campaigns');
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.getByLabel('Name').fill('Spring outreach');
    await page.getByLabel('Assistant').selectOption({ label: 'Setter' });
    await page.getByLabel('Company').selectOption({ label: 'Acme' });
    await page.getByLabel('Attempts per contact').fill('1');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('3 calls would be started.').waitFor();
    await page.getByRole('button', { name: 'Start calling' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 contacts of “Spring outreach” will be called now').waitFor();
    await dialog.getByRole('button', { name: 'Start calling' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring outreach' }).waitFor();
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    await page.getByRole('list', { name: 'Live now' }).getByRole('link').first().waitFor();
    await page.locator('.page-header').getByText('Completed').waitFor();
    const progress = page.getByRole('progressbar', { name: 'Contacts completed' });
    expect(await progress.getAttribute('value')).toBe('4');
    expect(await progress.getAttribute('max')).toBe('4');
    expect(loads).toEqual([]);
    const { campaigns } = await account.api.listCampaigns({ teamId: account.teamId });
    expect(campaigns).toHaveLength(1);
    expect(campaigns[0]).toMatchObject({ status: 'completed', contacts_called: 4, contacts_answered: 2 });
  });

  test('keeps one draft, whatever was changed between previews', async () => {
    const account = await newAccount();
    const { company } = await stocked(account, ['0001', '0001', '0001']);
    const other = await account.api.createCompany({ teamId: account.teamId, name: 'Beta' });
    await account.api.createContact({
      teamId: account.teamId,
      companyId: other.company.id,
      firstName: 'Bea',
      lastName: 'Beta',
    });
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/campaigns/new');
    await page.getByLabel('Name').fill('One draft');
    await page.getByLabel('Assistant').selectOption({ label: 'Setter' });
    await page.getByLabel('Company').selectOption({ label: 'Beta' });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('1 contact skipped: missing phone number').waitFor();
    await page.getByLabel('Company').selectOption({ label: 'Acme' });
    await page.getByLabel('Concurrent calls').fill('2');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('2 calls would be started.').waitFor();
    await page.reload();
    await page.getByText('All of the company (3)').waitFor({ state: 'attached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('One draft');
    expect(await page.getByLabel('Concurrent calls').inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'One draft' }).waitFor();
    const { campaigns } = await account.api.listCampaigns({ teamId: account.teamId });
    expect(campaigns).toHaveLength(1);
    expect(campaigns[0]).toMatchObject({ status: 'draft', company_id: company.id, total_contacts: 3 });
    const { calls } = await account.api.listCalls({ teamId: account.teamId });
    expect(calls).toEqual([]);
  });

  test('with a start time waits for it, and nobody is called before', async () => {
    const account = await newAccount();
    await stocked(account, ['0001']);
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, '/campaigns/new');
    await page.getByLabel('Name').fill('Later');
    await page.getByLabel('Assistant').selectOption({ label: 'Setter' });
    await page.getByLabel('Company').selectOption({ label: 'Acme' });
    await page.getByLabel('Start at').fill('2036-05-04T09:30');
    await page.getByRole('button', { name: 'Start calling' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start calling' }).click();
    await page.getByText('4 May 2036, 09:30 CEST').waitFor();
    const { campaigns } = await account.api.listCampaigns({ teamId: account.teamId });
    expect(campaigns[0]).toMatchObject({ status: 'scheduled', scheduled_start_at: '2036-05-04T07:30:00.000Z' });
  });

  test('is paused, resumed, cancelled and redialled where its status allows it', async () => {
    const account = await newAccount();
    const { assistant, company, number, contacts } = await stocked(account, ['0002', '0002', '0002']);
    const { campaign } = await account.api.createCampaign({
      teamId: account.teamId,
      assistantId: assistant.id,
      companyId: company.id,
      fromNumberIds: [number.id],
      name: 'Commands',
      maxConcurrentCalls: 1,
    });
    const contactIds = contacts.flatMap((contact) => (contact ? [contact.id] : []));
    await account.api.addCampaignContacts({ id: campaign.id, contactIds });
    const visitor = await visit();
    const { page } = visitor;
    await signIn(visitor, account, `/campaigns/${campaign.id}`);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Run').click();
    await page.getByRole('dialog').getByText('3 contacts will be called').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await account.api.getCampaign({ id: campaign.id })).campaign.status).toBe('draft');
    await button('Run').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await button('Pause').click();
    await button('Resume').waitFor();
    await button('Cancel campaign').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await page.locator('.page-header').getByText('Cancelled').waitFor();
    await button('Redial').click();
    await button('Resume').waitFor();
    expect((await account.api.getCampaign({ id: campaign.id })).campaign.status).toBe('paused');
  });
});
