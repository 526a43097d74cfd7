import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Issue } from '#shared/domain/errors.ts';
import { signEd25519 } from '#shared/domain/signatures.ts';
import { sender } from '#test/harness/client.ts';
import { pathOf, type Resources, tokenEndpoints, validInput } from '#test/harness/endpoint-inputs.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { stack } from '#test/harness/stack/environment.ts';

const COMPANIES = '/api/crm/companies';
const DEPTH_MAX = 64;
const LEAVES_MAX = 50_000;
const JSON_TYPE = { 'content-type': 'application/json' };

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

/** Arrays within arrays: `depth` levels. */
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

interface Answer {
  status: number;
  error: string;
  issues: Issue[];
}

const send = async (method: string, path: string, text: string): Promise<Answer> => {
  const { status, body } = await account.api.send(method, path, text, JSON_TYPE);
  return { status, ...(body as Omit<Answer, 'status'>) };
};

/** A company with one more field, given as JSON. */
const company = (name: string, json: string): string =>
  `{"teamId":"${account.teamId}","name":"Acme",${JSON.stringify(name)}:${json}}`;

const create = (name: string, json: string): Promise<Answer> => send('POST', COMPANIES, company(name, json));

describe('depth', () => {
  test('64 levels are read and 65 refused, also in a field that nobody reads', async () => {
    expect((await create('ignored', nested(DEPTH_MAX - 1))).status).toBe(200);
    const { status, error, issues } = await create('ignored', nested(DEPTH_MAX));
    expect([status, issues.map(({ path }) => path)]).toEqual([400, ['ignored']]);
    expect(error).toContain('deeper than 64 levels');
  });

  test('objects count as arrays do', async () => {
    const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect((await create('ignored', objects(DEPTH_MAX - 1))).status).toBe(200);
    expect((await create('ignored', objects(DEPTH_MAX))).status).toBe(400);
  });

  test('every operation refuses what no call stack could hold, beside an escaped emoji', async () => {
    const text = `{"x":"\\ud83d\\ude00","note":${nested(400_000)}}`;
    const ids = Object.fromEntries(['asst', 'comp', 'cont', 'camp', 'num', 'call', 'key', 'dlv'].map((id) => [id, id]));
    const anything = { ...ids, team: account.teamId, slug: account.slug } as Resources;
    const withBody = tokenEndpoints.filter(({ body, query, method }) => body || (query && method === 'DELETE'));
    expect(withBody.length).toBeGreaterThan(20);
    for (const endpoint of withBody) {
      const { status, issues } = await send(endpoint.method, pathOf(endpoint, validInput(endpoint, anything)), text);
      expect([endpoint.id, status, issues.map(({ path }) => path)]).toEqual([endpoint.id, 400, ['note']]);
    }
  });

  test('a signed event of the carrier that is nested too deep is refused', async () => {
    const text = `{"type":"call.answered","data":{"call_control_id":"cc","deep":${nested(7_000)}}}`;
    const key = createPrivateKey(readFileSync(join(stack().state_dir, 'carrier-key.pem')));
    const signature = { 'telephony-signature-ed25519': signEd25519(key, Buffer.from(text)) };
    const { status } = await sender()('POST', '/api/db/webhook', text, { ...JSON_TYPE, ...signature });
    expect(status).toBe(400);
  });
});

describe('size', () => {
  const zeros = (count: number): string => `[${Array(count).fill(0)}]`;

  test('50,000 values are read and one more is refused, in words', async () => {
    const [own, room] = [2, LEAVES_MAX - 2];
    expect((await create('ignored', zeros(room))).status).toBe(200);
    const { status, error } = await create('ignored', zeros(room + 1));
    expect([own + room + 1, status]).toEqual([LEAVES_MAX + 1, 400]);
    expect(error).toBe('The body must hold at most 50000 values.');
  });

  test('empty objects and arrays are values too', async () => {
    expect((await create('ignored', `[${Array(LEAVES_MAX).fill('[]')}]`)).status).toBe(400);
    expect((await create('customFields', `{"a":${zeros(130_000)}}`)).status).toBe(400);
  });

  test('however many fields are wrong, the answer stays small and says how many there are', async () => {
    const fields = Array(3_000).fill('{"constructor":1}');
    const { status, error, issues } = await create('customFields', `{"a":[${fields}]}`);
    expect(status).toBe(400);
    expect(issues.length).toBeLessThan(110);
    expect(issues.at(-1)?.message).toBe('and 2900 more problems');
    expect(error.length).toBeLessThan(20_000);
  });

  test('a long name of a field is not repeated for each problem in it', async () => {
    const fields = Array.from({ length: 90 }, () => '{"constructor":1}');
    const { status, error } = await create('customFields', `{"${'k'.repeat(50_000)}":[${fields}]}`);
    expect(status).toBe(400);
    expect(error.length).toBeLessThan(50_000);
  });
});

describe('a bulk import', () => {
  test('a row whose own fields are nested too deep is refused alone', async () => {
    const { id } = await account.given.company();
    const row = (fields: object) => ({ firstName: 'Ada', lastName: 'Lovelace', companyId: id, ...fields });
    const deep = row({ customFields: { a: JSON.parse(nested(30)) } });
    const { created, results } = await account.api.bulkCreateContacts({
      teamId: account.teamId,
      contacts: [row({}), deep, row({}), row({ customFields: { constructor: 1 } })],
    });
    expect(created).toBe(2);
    expect(results.map(({ error }) => error)).toEqual([
      null,
      expect.stringContaining('16 deep'),
      null,
      expect.stringContaining('customFields.constructor'),
    ]);
  });
});

describe('keys that name prototypes', () => {
  test.each([
    ['__proto__', '{"__proto__":{"x":1}}', 'customFields.__proto__'],
    ['__proto__, escaped', '{"\\u005f_proto__":{"x":1}}', 'customFields.__proto__'],
    ['constructor', '{"constructor":1}', 'customFields.constructor'],
    ['prototype, deeper', '{"a":[{"b":{"prototype":null}}]}', 'customFields.a.0.b.prototype'],
  ])('%s is refused, and its place named', async (_, json, path) => {
    const { status, issues } = await create('customFields', json);
    expect([status, issues.map((issue) => issue.path)]).toEqual([400, [path]]);
    expect(issues[0]?.message).toContain(path.split('.').at(-1));
  });

  test('a campaign and a contact refuse them too', async () => {
    const { id: companyId } = await account.given.company();
    const person = { teamId: account.teamId, firstName: 'Ada', lastName: 'L', companyId };
    const contact = JSON.stringify({ ...person, customFields: { constructor: { name: 'x' } } });
    expect((await send('POST', '/api/crm/contacts', contact)).issues[0]?.path).toBe('customFields.constructor');
    const { id } = await account.given.campaign();
    const { issues } = await send('PATCH', `/api/crm/campaigns/${id}`, '{"settings":{"prototype":1}}');
    expect(issues[0]?.path).toBe('settings.prototype');
  });

  test('__proto__ is refused in a field that nobody reads; the words may stand in texts', async () => {
    expect((await create('__proto__', '{"x":1}')).issues.map(({ path }) => path)).toEqual(['__proto__']);
    expect((await create('notes', '"__proto__ constructor"')).status).toBe(200);
  });
});
