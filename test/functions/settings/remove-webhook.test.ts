import { beforeEach, describe, expect, test } from '@jest/globals';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { setUrl } from '#test/harness/given/webhooks.ts';
import { statusOf } from '#test/harness/refusals.ts';

const URL_OF_CALLS = 'https://hooks.acme.example/calls';

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const list = ({ api, slug }: TestAccount = account) => api.listWebhooks({ accountSlug: slug });

const removeByQuery = (kind: WebhookKind, accountSlug = account.slug) =>
  account.api.removeWebhook({ kind, accountSlug });

/** The client has the slug in the query alone. */
const removeByBody = (accountSlug: string, query = '') =>
  account.api.send('DELETE', `/api/settings/webhooks/call${query}`, { accountSlug });

describe('removing a webhook', () => {
  test('takes it off the list; set again, it has its keys from before', async () => {
    const { webhook } = await setUrl(account, 'call', URL_OF_CALLS);
    expect(await removeByBody(account.slug)).toMatchObject({ status: 200, body: { success: true } });
    expect((await list()).webhooks).toEqual([]);
    const again = (await setUrl(account, 'call', URL_OF_CALLS)).webhook;
    expect(again.verification_key).toBe(webhook.verification_key);
  });

  test('404 where none is set, or not any more', async () => {
    expect(await statusOf(removeByQuery('billing'))).toBe(404);
    await setUrl(account, 'billing', URL_OF_CALLS);
    await removeByQuery('billing');
    expect(await statusOf(removeByQuery('billing'))).toBe(404);
  });

  test('403 for the slug of another account, in body or query, whose webhook stays', async () => {
    const other = await newAccount();
    await setUrl(other, 'call', URL_OF_CALLS);
    expect((await removeByBody(other.slug)).status).toBe(403);
    expect(await statusOf(removeByQuery('call', other.slug))).toBe(403);
    expect((await list(other)).webhooks).toHaveLength(1);
  });

  test('with the slug in the query, for clients that drop the body', async () => {
    await setUrl(account, 'call', URL_OF_CALLS);
    await removeByQuery('call');
    expect((await list()).webhooks).toEqual([]);
  });

  test('400 for two slugs, of which only one would be judged', async () => {
    await setUrl(account, 'call', URL_OF_CALLS);
    const other = await newAccount();
    for (const [inQuery, inBody] of [
      [account.slug, other.slug],
      [other.slug, account.slug],
    ] as const) {
      expect(await removeByBody(inBody, `?accountSlug=${inQuery}`)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'accountSlug', message: 'must not differ between query and body' }] },
      });
    }
    expect((await list()).webhooks).toHaveLength(1);
    expect((await removeByBody(account.slug, `?accountSlug=${account.slug}`)).status).toBe(200);
  });
});
