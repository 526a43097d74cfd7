import { describe, expect, test } from '@jest/globals';
import { newAccount, stocked } from './harness/accounts.ts';
import { visitors } from './harness/journey.ts';
import { signIn } from './harness/visitor.ts';

describe('Two accounts side by side', () => {
  const visit = visitors();

  test('see nothing of each other, and one stops its own calls only', async () => {
    const [one, other] = [await newAccount(), await newAccount()];
    const { contacts } = await stocked(one, ['0001']);
    await stocked(other, ['0002']);
    const [visitor, neighbour] = [await visit(), await visit()];
    await signIn(visitor, one);
    await signIn(neighbour, other);
    await visitor.page.getByRole('button', { name: 'Stop all calls' }).click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Stop all calls' }).click();
    await visitor.page.getByText('All calls are stopped since').waitFor();
    expect((await one.api.getAccount()).account.calls_stopped_at).not.toBeNull();
    expect((await other.api.getAccount()).account.calls_stopped_at).toBeNull();
    neighbour.expectRefusal(403);
    await neighbour.open(`/contacts?contact=${contacts[0]?.id}`);
    await neighbour.page.getByRole('dialog').waitFor();
    expect(await neighbour.page.getByText(contacts[0]?.phone ?? 'nobody').count()).toBe(0);
    await visitor.page.getByRole('button', { name: 'Resume calls' }).click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Resume calls' }).click();
    await visitor.page.getByRole('button', { name: 'Stop all calls' }).waitFor();
  });

  test('a key that may only read sees everything, and no button does anything', async () => {
    const account = await newAccount();
    const { assistant } = await stocked(account, ['0001']);
    const { api_key } = await account.api.createApiKey({ accountSlug: account.slug, name: 'Viewer', role: 'read' });
    const visitor = await visit();
    await signIn(visitor, { token: api_key.token }, `/assistants/${assistant.id}`);
    await visitor.page.getByRole('heading', { level: 1, name: 'Setter' }).waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Stop all calls' }).isDisabled()).toBe(true);
    expect(await visitor.page.getByRole('button', { name: 'Test call' }).isDisabled()).toBe(true);
  });
});
