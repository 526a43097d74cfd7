import { beforeEach, describe, expect, test } from '@jest/globals';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { query } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { setUrl, WEBHOOKS } from '#test/harness/given/webhooks.ts';

const URL_OF_CALLS = 'https://hooks.acme.example/calls';

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const list = async ({ api, slug }: TestAccount = account) =>
  (await api.get(`${WEBHOOKS}${query({ accountSlug: slug })}`)).body;

const removeUrl = (kind: WebhookKind, accountSlug: string | undefined = account.slug) =>
  account.api.send('DELETE', `${WEBHOOKS}/${kind}`, JSON.stringify({ accountSlug }));

const removeByQuery = (accountSlug: string | undefined, body?: object) =>
  account.api.send('DELETE', `${WEBHOOKS}/call?accountSlug=${accountSlug}`, body && JSON.stringify(body));

describe('removing a webhook', () => {
  test('takes it off the list; set again, it has its keys from before', async () => {
    const { webhook } = (await setUrl(account, 'call', URL_OF_CALLS)).body;
    const { status, body } = await removeUrl('call');
    expect([status, body, (await list()).webhooks]).toEqual([200, { success: true }, []]);
    const again = (await setUrl(account, 'call', URL_OF_CALLS)).body.webhook;
    expect(again.verification_key).toBe(webhook.verification_key);
  });

  test('404 where none is set, or not any more', async () => {
    expect((await removeUrl('billing')).status).toBe(404);
    await setUrl(account, 'billing', URL_OF_CALLS);
    expect([(await removeUrl('billing')).status, (await removeUrl('billing')).status]).toEqual([200, 404]);
  });

  test('403 for the slug of another account, in body or query, whose webhook stays', async () => {
    const other = await newAccount();
    await setUrl(other, 'call', URL_OF_CALLS);
    expect((await removeUrl('call', other.slug)).status).toBe(403);
    expect((await removeByQuery(other.slug)).status).toBe(403);
    expect((await list(other)).webhooks).toHaveLength(1);
  });

  test('with the slug in the query, for clients that drop the body', async () => {
    await setUrl(account, 'call', URL_OF_CALLS);
    expect([(await removeByQuery(account.slug)).status, (await list()).webhooks]).toEqual([200, []]);
  });

  test('400 for two slugs, of which only one would be judged', async () => {
    await setUrl(account, 'call', URL_OF_CALLS);
    const other = await newAccount();
    for (const [inQuery, inBody] of [
      [account.slug, other.slug],
      [other.slug, account.slug],
    ]) {
      const { status, body } = await removeByQuery(inQuery, { accountSlug: inBody });
      expect([status, body.issues]).toEqual([
        400,
        [{ path: 'accountSlug', message: 'must not differ between query and body' }],
      ]);
    }
    expect((await list()).webhooks).toHaveLength(1);
    expect((await removeByQuery(account.slug, { accountSlug: account.slug })).status).toBe(200);
  });
});
