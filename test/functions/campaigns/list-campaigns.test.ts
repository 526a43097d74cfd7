import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Assistant } from '#shared/schemas/assistant.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { refusalOf, statusOf, wrongFieldsOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let assistants: [Assistant, Assistant];
/** In the order of creation: name, place of the assistant, status. */
const CAMPAIGNS = [
  ['one', 0, 'draft'],
  ['two', 1, 'scheduled'],
  ['three', 0, 'scheduled'],
  ['four', 1, 'draft'],
  ['five', 0, 'draft'],
] as const;

beforeAll(async () => {
  account = await newAccount();
  assistants = [await account.given.assistant(), await account.given.assistant()];
  const contact = await account.given.contact();
  for (const [name, assistant, status] of CAMPAIGNS) {
    const fields = { name, assistantId: assistants[assistant].id };
    if (status === 'draft') await account.given.campaign(fields);
    else await account.given.campaignWith([contact], { ...fields, scheduledStartAt: '2099-01-01T00:00:00Z' });
  }
});

const list = (parameters: Record<string, string | number | undefined>) =>
  account.api.listCampaigns({ teamId: account.teamId, ...parameters });

const names = (campaigns: { name: string }[]): string[] => campaigns.map(({ name }) => name);

describe('200', () => {
  test('campaigns come newest first, with the defaults 50 and 0 echoed', async () => {
    const { campaigns, count, limit, offset } = await list({});
    expect(names(campaigns)).toEqual(['five', 'four', 'three', 'two', 'one']);
    expect({ count, limit, offset }).toEqual({ count: 5, limit: 50, offset: 0 });
  });

  const statuses = [undefined, 'draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled'];
  const deletions = [undefined, 'exclude', 'include', 'only'];
  const combinations = statuses.flatMap((status) =>
    [undefined, 0, 1].flatMap((assistant) => deletions.map((deleted) => ({ status, assistant, deleted }))),
  );

  test('every combination of filters answers its matches, their count before paging, and each page of them', async () => {
    await Promise.all(
      combinations.map(async ({ status, assistant, deleted }) => {
        const expected = CAMPAIGNS.filter(
          ([, of, is]) =>
            deleted !== 'only' &&
            (status === undefined || is === status) &&
            (assistant === undefined || of === assistant),
        )
          .map(([name]) => name)
          .reverse();
        const assistantId = assistant === undefined ? undefined : assistants[assistant as 0 | 1].id;
        const parameters = { status, deleted, assistantId };
        const [whole, page] = await Promise.all([list(parameters), list({ ...parameters, limit: 2, offset: 1 })]);
        const found = [names(whole.campaigns), whole.count, names(page.campaigns), page.count];
        expect({ parameters, found }).toEqual({
          parameters,
          found: [expected, expected.length, expected.slice(1, 3), expected.length],
        });
      }),
    );
  });

  test('a limit above 200 is lowered to 200, and the response says so', async () => {
    expect((await list({ limit: 500 })).limit).toBe(200);
  });
});

describe('400', () => {
  test.each([
    ['status', 'finished'],
    ['deleted', 'yes'],
    ['limit', '0'],
    ['offset', '-1'],
  ])('%s=%s is refused', async (name, value) => {
    expect(await wrongFieldsOf(list({ [name]: value }))).toEqual([name]);
  });

  test('an unknown status is answered with the allowed ones', async () => {
    const { issues } = await refusalOf(list({ status: 'finished' }));
    expect(issues?.[0]?.message).toContain('draft, scheduled, running, paused, completed, cancelled');
  });
});

describe('403 and 404', () => {
  test('team and assistant must exist and be of this account', async () => {
    const other = await newAccount();
    const foreign = await other.given.assistant();
    const { teamId } = account;
    const attempts = [
      { teamId: other.teamId },
      { teamId, assistantId: foreign.id },
      { teamId: 'team_unknown' },
      { teamId, assistantId: 'asst_unknown' },
    ];
    const statuses = await Promise.all(attempts.map((parameters) => statusOf(list(parameters))));
    expect(statuses).toEqual([403, 403, 404, 404]);
  });
});
