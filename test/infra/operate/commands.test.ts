import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readCredentials } from '#infra/local/commands/demo-account.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { queueNamesOf } from '#infra/local/queues/queue-names.ts';
import { createClient } from '#shared/client/client.ts';
import { givenFor } from '#test/harness/given/account.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { contentsOf } from '#test/harness/stack/table-contents.ts';
import { until } from '#test/harness/time/until.ts';
import { operate as run, startOperator } from './operate.ts';

/** A service of its own, on the machine's clock, as a person has it. */
let service: Awaited<ReturnType<typeof startChildService>>;
let operator: ReturnType<typeof startOperator>;
beforeAll(async () => {
  service = await startChildService({ CARRIER_SPEED: '50' });
  operator = startOperator({ STATE_DIR: service.stateDir });
});
afterAll(async () => {
  operator.stop();
  await service.kill();
});

const operate = (...words: string[]) => operator.operate([...words, '--laptop']);

const json = async (...words: string[]): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await operate(...words, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
};

const statusWith = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${service.address.base_url}/api/account`, { headers })).status;
};

const everything = async (): Promise<string[]> => {
  const { dynamodb_url: endpoint, table_name: tableName, aws_secret_access_key } = service.address;
  return (await contentsOf({ endpoint, tableName, secretAccessKey: aws_secret_access_key })).filter(
    (item) => !/"pk":"(RETENTION|LAST_USE)|"sk":"RETENTION"/.test(item),
  );
};

/** Items by their keys; the database tells attributes in any order. */
const byKey = (items: string[]): Record<string, unknown> =>
  Object.fromEntries(items.map((item) => JSON.parse(item)).map((item) => [`${item.pk} ${item.sk}`, item]));

const newSlug = async (): Promise<{ slug: string; token: string }> => {
  const slug = `acme-${randomUUID()}`;
  const { api_token } = await json('tenants', 'create', slug, '--name', 'Ada', '--email', 'ada@acme.example');
  return { slug, token: String(api_token) };
};

test('without a command, and with an unknown one, all are listed', async () => {
  const [help, unknown] = [await run([]), await run(['tenants', 'explode'])];
  expect([help.code, unknown.code]).toEqual([0, 1]);
  for (const words of ['tenants delete <slug>', 'dead-letters redrive <queue>', 'log'])
    expect([help.stdout, unknown.stderr]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
});

describe('an account', () => {
  test('is created, listed, suspended, reinstated and given another plan; all is in the log under the name given', async () => {
    const { slug, token } = await newSlug();
    const { tenants } = (await json('tenants', 'list')) as { tenants: { slug: string }[] };
    expect(tenants.map((each) => each.slug)).toEqual(expect.arrayContaining(['demo', slug]));
    expect(await statusWith(token)).toBe(200);
    await json('tenants', 'suspend', slug, '--as', 'Opa');
    expect(await statusWith(token)).toBe(403);
    await json('tenants', 'reinstate', slug, '--as', 'Opa');
    expect(await statusWith(token)).toBe(200);
    await json('tenants', 'plan', slug, 'growth', '--as', 'Opa');
    expect(await json('tenants', 'show', slug)).toMatchObject({ plan: 'growth', standing: 'active' });
    const { operations } = (await json('log')) as { operations: Record<string, string>[] };
    const own = operations.filter(({ account_slug }) => account_slug === slug);
    expect(own.slice(0, 3).map(({ action, by }) => [action, by])).toEqual([
      ['plan.changed', 'Opa'],
      ['account.reinstated', 'Opa'],
      ['account.suspended', 'Opa'],
    ]);
  });

  test('that has lost its only token gets another, and the lost one is revoked although it was the last', async () => {
    const { slug, token } = await newSlug();
    const { keys } = (await json('tokens', 'list', slug)) as { keys: { id: string }[] };
    await json('tokens', 'revoke', slug, keys[0]?.id ?? '');
    expect(await statusWith(token)).toBe(401);
    const { api_token } = await json('tokens', 'issue', slug);
    expect(await statusWith(String(api_token))).toBe(200);
  });

  test('is deleted only when its slug is typed, and then its token is unknown', async () => {
    const { slug, token } = await newSlug();
    for (const confirm of [[], ['--confirm', 'demo']]) {
      const { code, stderr } = await operate('tenants', 'delete', slug, ...confirm);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`--confirm ${slug}`)]);
    }
    expect(await statusWith(token)).toBe(200);
    expect(await json('tenants', 'delete', slug, '--confirm', slug)).toMatchObject({ slug, numbers: 0 });
    expect(await statusWith(token)).toBe(401);
    expect((await operate('tenants', 'show', slug)).stderr).toContain(`There is no account "${slug}"`);
  });
});

test('a dry run of whatever changes something writes nothing', async () => {
  const { slug } = await newSlug();
  const { keys } = (await json('tokens', 'list', slug)) as { keys: { id: string }[] };
  const before = await everything();
  const commands = [
    ['tenants', 'create', 'another', '--name', 'Ada', '--email', 'ada@acme.example'],
    ['tenants', 'suspend', slug],
    ['tenants', 'reinstate', slug],
    ['tenants', 'plan', slug, 'growth'],
    ['tenants', 'delete', slug],
    ['tokens', 'issue', slug],
    ['tokens', 'revoke', slug, keys[0]?.id ?? ''],
    ['dead-letters', 'redrive', 'dial'],
  ];
  for (const words of commands) expect(await json(...words, '--dry-run')).toMatchObject({ dry_run: true });
  expect(byKey(await everything())).toEqual(byKey(before));
});

test('dead letters are counted, moved back and worked on, and the redrive is noted for no account', async () => {
  const { sqs_url: endpoint, aws_secret_access_key: secretAccessKey } = service.address;
  const sqs = new SQSClient({ endpoint, region: LOCAL_REGION, credentials: { accessKeyId: 'local', secretAccessKey } });
  const QueueUrl = `${endpoint}/${LOCAL_ACCOUNT}/${queueNamesOf('number').deadLetterName}`;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ number_id: 'num_gone' }) }));
  sqs.destroy();
  const { queues } = (await json('dead-letters', 'list')) as {
    queues: { queue: string; count: number; oldest_sent_at: string }[];
  };
  const parked = queues.find(({ queue }) => queue === 'number');
  expect([parked?.count, Date.parse(parked?.oldest_sent_at ?? '') > 0]).toEqual([1, true]);
  expect((await operate('dead-letters', 'redrive', 'pigeon')).stderr).toContain('The queues are dial');
  expect(await json('dead-letters', 'redrive', 'number')).toEqual({ queue: 'number', moved: 1 });
  expect(await json('dead-letters', 'redrive', 'number')).toEqual({ queue: 'number', moved: 0 });
  const { operations } = (await json('log')) as { operations: Record<string, unknown>[] };
  expect(operations[0]).toMatchObject({ action: 'dead_letters.redriven', account_slug: null, resource_id: 'number' });
});

test('errors, a call and a campaign that are not there are refused in words', async () => {
  const { account_slug = '' } = readCredentials(service.stateDir) ?? {};
  expect(await json('errors', account_slug)).toMatchObject({ errors: [], logs_searched: true });
  expect((await operate('calls', 'show', 'call_none')).stderr).toContain('There is no call "call_none"');
  expect((await operate('campaigns', 'show', 'camp_none')).stderr).toContain('There is no campaign "camp_none"');
  expect((await operate('errors', account_slug, '--hours', '0')).stderr).toContain('--hours must be a whole number');
});

/** A campaign of the first account that has dialled a number which nobody answers, and its call. */
const dialled = async (): Promise<{ slug: string; campaignId: string; callId: string }> => {
  const { base_url: baseUrl, api_token: token, team_id, account_slug } = readCredentials(service.stateDir) ?? {};
  const client = createClient({ baseUrl: baseUrl ?? '', token: token ?? '' });
  const [teamId, accountSlug] = [team_id ?? '', account_slug ?? ''];
  const given = givenFor(client, teamId, accountSlug);
  const assistant = await given.assistant({ templateId: 'outbound-setter' });
  const contact = await given.contact({ phone: '+14155550005' });
  const campaign = await given.campaign({ assistantId: assistant.id });
  await client.addCampaignContacts({ id: campaign.id, contactIds: [contact.id] });
  await client.runCampaign({ id: campaign.id });
  return until(async () => {
    const { status } = (await client.getCampaign({ id: campaign.id })).campaign;
    const [call] = (await client.listCalls({ teamId, contactId: contact.id })).calls;
    return status === 'completed' && call ? { slug: accountSlug, campaignId: campaign.id, callId: call.id } : undefined;
  });
};

test('a failed call and its campaign are shown without the number, and the campaign may be woken at any time', async () => {
  const { slug, campaignId, callId } = await dialled();
  const shown = await operate('calls', 'show', callId, '--logs');
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('outcome')]);
  expect(shown.stdout).not.toContain('4155550005');
  expect(await json('calls', 'show', callId)).toMatchObject({
    call: { id: callId, campaign_id: campaignId, account_slug: slug, status: 'ended', outcome: 'failed' },
  });
  const counted = { failed: 1 };
  expect(await json('campaigns', 'show', campaignId)).toMatchObject({ counters: counted, recount: counted });
  expect(await json('campaigns', 'unstick', campaignId)).toEqual({ woken: campaignId, status: 'completed' });
  const { errors } = (await json('errors', slug)) as { errors: { what: string; id: string }[] };
  expect(errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'call', id: callId, words: expect.stringMatching(/^failed: \w/) }),
    ]),
  );
});
