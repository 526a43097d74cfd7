import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { formatToken, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import type { Issue } from '#shared/domain/errors.ts';
import { type Reply, sender } from '#test/harness/client.ts';
import {
  bodyTextOf,
  type Endpoint,
  type Field,
  fieldsOf,
  type Input,
  isReference,
  isRequired,
  pathOf,
  type Resources,
  tokenEndpoints,
  UNKNOWN,
  validInput,
  withField,
  wrongValueFor,
} from '#test/harness/endpoint-inputs.ts';
import { eventually } from '#test/harness/eventually.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createExpiredKey, createRevokedKey } from '#test/harness/given/api-keys.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { DEAD_URL, sendTest, setUrl } from '#test/harness/given/webhooks.ts';
import { readCall, readCampaign } from '#test/harness/read.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

/** Delivered nowhere, and not tried again. */
const testDeliveryOf = async (account: TestAccount): Promise<string> => {
  await setUrl(account, 'call', DEAD_URL);
  return (await sendTest(account, 'call')).delivery.id;
};

/**
 * Afterwards nothing changes by itself any more: what the call told is written, and so is its cost, in the campaign's
 * too.
 */
const callIsConcluded = (account: TestAccount, id: string): Promise<unknown> =>
  eventually(async () => {
    const { summary, recording_url, cost, campaign_id } = await readCall(account, id);
    expect([summary, recording_url, Number(cost?.carrier_usd)]).toEqual([expect.any(String), expect.any(String), 0.01]);
    expect((await readCampaign(account, campaign_id ?? '')).cost).toEqual(cost);
  });

const resourcesOf = async (account: TestAccount): Promise<Resources> => {
  const { given, api } = account;
  const contact = await given.contact({ phone: calleePhone() });
  const called = await given.campaignWith([contact]);
  const { calls } = await api.runCampaign({ id: called.id });
  const campaign = await given.campaign();
  const { numbers } = await api.listPhoneNumbers({ teamId: account.teamId });
  await campaignBecomes(account, called.id, 'completed');
  await callIsConcluded(account, calls[0]?.id ?? '');
  return {
    slug: account.slug,
    team: account.teamId,
    asst: campaign.assistant_id,
    comp: contact.company_id,
    cont: contact.id,
    camp: campaign.id,
    num: String(numbers[0]?.id),
    call: calls[0]?.id ?? '',
    key: (await api.listApiKeys()).api_keys[0]?.id ?? '',
    dlv: await testDeliveryOf(account),
  };
};

/** Everything of an account that a request could change. */
const snapshotOf = async ({ api, teamId, slug: accountSlug }: TestAccount): Promise<unknown> => {
  const bodies = await Promise.all([
    api.listCompanies({ teamId }),
    api.listContacts({ teamId }),
    api.listCampaigns({ teamId, deleted: 'include' }),
    api.listPhoneNumbers({ teamId }),
    api.listAssistants({ accountSlug }),
    api.listCalls({ teamId }),
    api.listApiKeys(),
    api.listWebhooks({ accountSlug }),
    api.getDialingSettings({ accountSlug }),
    api.listWebhookDeliveries({ accountSlug }),
    api.listActivity(),
  ]);
  // Every answer has a new link to a recording, and every hour a new last use.
  const changing = ['recording_url', 'last_used_at'];
  return JSON.parse(JSON.stringify(bodies, (field, value) => (changing.includes(field) ? null : value)));
};

let own: TestAccount;
let mine: Resources;
let foreign: Resources;
let before: unknown;
let snapshots: () => Promise<unknown>;
/** Values of the header `authorization` that open nothing. */
let refusedTokens: (string | undefined)[];

beforeAll(async () => {
  const accounts = await Promise.all([newAccount(), newAccount()]);
  own = accounts[0];
  [mine, foreign] = await Promise.all([resourcesOf(accounts[0]), resourcesOf(accounts[1])]);
  const [revoked, expired] = [await createRevokedKey(own), await createExpiredKey(own)];
  const unknown = formatToken(randomBytes(TOKEN_ENTROPY_BYTES));
  refusedTokens = [undefined, 'garbage', `${own.token}x`, own.token.slice(1), revoked.token, expired.token, unknown];
  snapshots = () => Promise.all(accounts.map(snapshotOf));
  before = await snapshots();
});

const send = (endpoint: Endpoint, input: Input, token: string | undefined = own.token): Promise<Reply> =>
  sender(token)(endpoint.method, pathOf(endpoint, input), bodyTextOf(endpoint, input), {
    'content-type': 'application/json',
  });

/** Inputs that are valid but for one field, which names a resource out of `others`. */
const withReferencesTo = (endpoint: Endpoint, others: Resources): [string, Input][] => {
  const [input, swapped] = [validInput(endpoint, mine), validInput(endpoint, others)];
  return fieldsOf(endpoint)
    .filter(isReference)
    .flatMap((field): [string, Input][] => {
      const [ours, theirs] = [input[field.part][field.name], swapped[field.part][field.name]];
      const alone: [string, Input] = [field.name, withField(input, field, theirs)];
      if (!Array.isArray(ours) || !Array.isArray(theirs)) return [alone];
      return [alone, [`${field.name} among own ones`, withField(input, field, [...ours, ...theirs])]];
    });
};

const outcomes = async (endpoint: Endpoint, inputs: [string, Input][]): Promise<[string, number, unknown][]> =>
  Promise.all(
    inputs.map(async ([what, input]) => {
      const { status, body } = await send(endpoint, input);
      return [what, status, body];
    }),
  );

const isAbout = (field: Field, path: string): boolean => path === field.name || path.startsWith(`${field.name}.`);

const expectIssuesAt = async (endpoint: Endpoint, fields: Field[], input: Input): Promise<void> => {
  const { status, body } = await send(endpoint, input);
  const { issues } = body as { issues?: Issue[] };
  const found = fields.filter((field) => issues?.some(({ path }) => isAbout(field, path)));
  const names = (some: Field[]): string[] => some.map(({ name }) => name);
  expect({ input, status, issues: names(found) }).toEqual({ input, status: 400, issues: names(fields) });
};

describe.each(tokenEndpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ endpoint }) => {
    test('its examples make a valid request', () => {
      const input = validInput(endpoint, mine);
      for (const part of ['params', 'query', 'body'] as const) {
        expect(endpoint[part]?.safeParse(input[part]).error?.issues ?? []).toEqual([]);
      }
    });

    test('401 without a token, or with one that is malformed, unknown, revoked or expired', async () => {
      const replies = await Promise.all(
        refusedTokens.map((token) => sender(token)(endpoint.method, pathOf(endpoint, validInput(endpoint, mine)))),
      );
      for (const { status, body } of replies) expect([status, body]).toEqual([401, { error: 'Unauthorized' }]);
    });

    test('403 for every field that names a resource of another account', async () => {
      for (const outcome of await outcomes(endpoint, withReferencesTo(endpoint, foreign))) {
        expect(outcome).toEqual([outcome[0], 403, { error: 'Forbidden' }]);
      }
    });

    test('404 for every field that names a resource which does not exist', async () => {
      for (const [what, status, body] of await outcomes(endpoint, withReferencesTo(endpoint, UNKNOWN))) {
        expect([what, status, body]).toMatchObject([what, 404, { success: false }]);
      }
    });

    test('400 for every required field that is missing', async () => {
      const fields = fieldsOf(endpoint).filter((field) => field.part !== 'params' && isRequired(field));
      const input = validInput(endpoint, mine);
      await Promise.all(fields.map((field) => expectIssuesAt(endpoint, [field], withField(input, field, undefined))));
    });

    test('400 for every field of the wrong type, and for all of them at once', async () => {
      const fields = fieldsOf(endpoint).filter((field) => wrongValueFor(field) !== undefined);
      const spoil = (input: Input, field: Field): Input => withField(input, field, wrongValueFor(field));
      const input = validInput(endpoint, mine);
      await Promise.all(fields.map((field) => expectIssuesAt(endpoint, [field], spoil(input, field))));
      if (fields.length > 1) await expectIssuesAt(endpoint, fields, fields.reduce(spoil, input));
    });

    if (!endpoint.body) return;
    test('400 for a body that is not JSON, or not an object', async () => {
      for (const text of ['{', '[]', '"text"', 'null']) {
        const path = pathOf(endpoint, validInput(endpoint, mine));
        const { status } = await own.api.send(endpoint.method, path, text, { 'content-type': 'application/json' });
        expect([text, status]).toEqual([text, 400]);
      }
    });
  },
);

test('after all these refusals, neither account has changed', async () => {
  expect(await snapshots()).toEqual(before);
});
