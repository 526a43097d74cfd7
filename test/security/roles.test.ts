import { beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '#infra/catalog.ts';
import { mayDo, ROLES, type Role } from '#shared/domain/account/role.ts';
import { type Reply, sender } from '#test/harness/client.ts';
import { type Endpoint, pathOf, tokenEndpoints, UNKNOWN, validInput } from '#test/harness/endpoint-inputs.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, createRevokedKey } from '#test/harness/given/api-keys.ts';
import { DEAD_URL, setUrl } from '#test/harness/given/webhooks.ts';

/** What needs `full`, as the contract says it: by method and path, apart from the endpoints' own declarations. */
const NEEDS_FULL = [
  /^(POST|DELETE) \/api\/settings\/api-keys\b/,
  /^(POST|PUT|PATCH|DELETE) \/api\/settings\/(webhooks|dialing)\b/,
  /^DELETE \/api\/crm\/suppressions\b/,
  /^POST \/api\/phone-numbers\/purchase$/,
  /^DELETE \/api\/phone-numbers\//,
  /^POST \/api\/account\/resume-calls$/,
  /^PATCH \/api\/account$/,
  /\/erase$/,
];
const COUNTS_AS_GET = 'POST /api/phone-numbers/search';

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const neededFor = (endpoint: Endpoint): Role => {
  const name = nameOf(endpoint);
  if (endpoint.method === 'GET' || name === COUNTS_AS_GET) return 'read';
  return NEEDS_FULL.some((pattern) => pattern.test(name)) ? 'full' : 'operate';
};

let account: TestAccount;
let tokens: Record<Role, string>;
beforeAll(async () => {
  account = await newAccount();
  const [read, operate] = [
    await createKey(account, { role: 'read' }),
    await createKey(account, { name: 'Operator', role: 'operate' }),
  ];
  tokens = { read: read.token, operate: operate.token, full: account.token };
});

/** Its body breaks every rule there is, so whatever is not refused before is a 400. */
const send = (endpoint: Endpoint, token: string | undefined, body = '{'): Promise<Reply> => {
  const input = { ...validInput(endpoint, UNKNOWN), query: {} };
  const isBodiless = endpoint.method === 'GET';
  return sender(token)(endpoint.method, pathOf(endpoint, input), isBodiless ? undefined : body, {
    'content-type': 'application/json',
  });
};

test('every endpoint that takes a token asks for the role that the contract gives it', () => {
  const declared = tokenEndpoints.map((endpoint) => [nameOf(endpoint), endpoint.role]);
  expect(declared).toEqual(tokenEndpoints.map((endpoint) => [nameOf(endpoint), neededFor(endpoint)]));
});

test('endpoints that take no token ask for no role', () => {
  const others = endpoints.filter((endpoint) => !tokenEndpoints.some(({ id }) => id === endpoint.id));
  expect(others.map(({ id, role }) => [id, role])).toEqual(others.map(({ id }) => [id, null]));
});

describe.each(tokenEndpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint })))('$name', ({ endpoint }) => {
  test.each(ROLES)('with the role %s', async (role) => {
    const { status, body, headers } = await send(endpoint, tokens[role]);
    if (mayDo(role, neededFor(endpoint))) {
      expect(status).not.toBe(403);
      expect(headers.get('www-authenticate')).toBeNull();
      return;
    }
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
    const words = headers.get('www-authenticate');
    expect(words).toContain('error="insufficient_scope"');
    expect(words).toContain(`scope="${neededFor(endpoint)}"`);
    expect(words).toContain(`the role of this one is ${role}`);
  });
});

test('who is not known is a 401 even where no role would do', async () => {
  const revoked = await createRevokedKey(account);
  for (const endpoint of tokenEndpoints.filter((each) => neededFor(each) === 'full')) {
    for (const token of [undefined, revoked.token]) expect((await send(endpoint, token)).status).toBe(401);
  }
});

describe('a key of a lower role', () => {
  test('cannot make itself another key, lift its own bounds or end others, whatever it sends', async () => {
    const { api_keys } = await account.api.listApiKeys();
    for (const role of ['read', 'operate'] as const) {
      const by = sender(tokens[role]);
      const attempts = [
        by('POST', '/api/settings/api-keys', { accountSlug: account.slug, name: 'Mine', role }),
        by('POST', '/api/settings/api-keys', { accountSlug: account.slug, name: 'Mine', role: 'full' }),
        by('POST', '/api/settings/api-keys?role=full', { accountSlug: account.slug, name: 'Mine' }),
        ...api_keys.map(({ id }) => by('DELETE', `/api/settings/api-keys/${id}?descendants=revoke`)),
        by('POST', '/api/account/resume-calls', {}),
      ];
      for (const { status, body } of await Promise.all(attempts)) {
        expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
      }
    }
    const after = await account.api.listApiKeys();
    expect(after.api_keys.map(({ id, revoked_at }) => [id, revoked_at])).toEqual(
      api_keys.map(({ id, revoked_at }) => [id, revoked_at]),
    );
  });

  test('sees no key that signs events', async () => {
    await setUrl(account, 'billing', DEAD_URL);
    const shown = async (role: Role) => {
      const { body } = await sender(tokens[role])('GET', `/api/settings/webhooks?accountSlug=${account.slug}`);
      return (body as { webhooks: { verification_key: string | null }[] }).webhooks.map(
        (each) => each.verification_key,
      );
    };
    expect(await shown('read')).toEqual([null]);
    expect(await shown('operate')).toEqual([null]);
    expect(await shown('full')).toEqual([expect.stringMatching(/^whsec_[\w+/=]{20,}$/)]);
  });

  test('does what it may: reads, stops calls, works on the CRM', async () => {
    const reader = sender(tokens.read);
    expect((await reader('GET', `/api/crm/companies?teamId=${account.teamId}`)).status).toBe(200);
    const filters = { countryCode: 'US' };
    expect((await reader('POST', '/api/phone-numbers/search', { teamId: account.teamId, ...filters })).status).not.toBe(
      403,
    );
    const operator = sender(tokens.operate);
    const company = { teamId: account.teamId, name: 'Acme' };
    expect((await operator('POST', '/api/crm/companies', company)).status).toBe(200);
    expect((await reader('POST', '/api/crm/companies', company)).status).toBe(403);
    expect((await operator('POST', '/api/account/stop-calls', {})).status).toBe(200);
    expect((await account.api.send('POST', '/api/account/resume-calls', {})).status).toBe(200);
  });
});
