import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useLocalAws, useLocalBucket } from '#infra/local/process/environment.ts';
import { RECORDINGS_BUCKET } from '#infra/local/process/local-aws.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { reinstateAccount, suspendAccount } from '#shared/engine/account/suspend.ts';
import { type DeletePorts, deleteAccount } from '#shared/engine/removal/delete-account.ts';
import { countItems, sumOf } from '#shared/engine/removal/remove-items.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { accountFiles, readDeletionLog } from '#shared/runtime/clients/erasing.ts';
import { findAccount, getAccount } from '#shared/store/accounts.ts';
import { getCall } from '#shared/store/call/calls.ts';
import { listOperations } from '#shared/store/operations.ts';
import { tableScan } from '#shared/store/table/table-scan.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { placeInboundCall } from '#test/harness/given/calls/inbound-calls.ts';
import { lostQueue, OPA, operatorPorts } from '#test/harness/given/operator.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { newSession } from '#test/harness/given/sessions.ts';
import { suppress } from '#test/harness/given/suppressions.ts';
import { receiverFor } from '#test/harness/given/webhooks.ts';
import { callsOf } from '#test/harness/read.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { dyingAt } from '#test/harness/stack/dying-table.ts';
import { stack, withEnvironment } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';
import { callBegins, campaignBecomes, inboundCallEnds } from '#test/harness/wait-for.ts';

/** What the stack's clients of AWS find in their environment. */
const AWS = [
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_S3',
];
const environment = withEnvironment(Object.fromEntries(AWS.map((name) => [name, ''])));

beforeAll(() => {
  const service = findRunningService(stack().state_dir);
  if (!service) throw new Error('The stack has no address.');
  useLocalAws(stack().dynamodb_url, stack().table_name, service.aws_secret_access_key);
  useLocalBucket(service.sqs_url, keptNumberHash(stack().state_dir));
});
afterAll(() => environment.undo());

let ports: DeletePorts;
let account: TestAccount;
beforeEach(async () => {
  ports = {
    ...operatorPorts(),
    log: SILENT_LOG,
    numberQueue: lostQueue,
    files: accountFiles(RECORDINGS_BUCKET),
    scan: tableScan(stack().table_name),
  };
  account = await newAccount();
});

const remove = (own = account) => deleteAccount(ports, own.accountId, OPA);

/** An account with something of every kind in it; answers the ids that must be gone. */
const fill = async (own: TestAccount): Promise<string[]> => {
  const { api, given, teamId, slug, token } = own;
  await receiverFor(own);
  await newSession({ token });
  const [inbound, assistant, number] = await Promise.all([
    given.assistant({ templateId: 'inbound-support' }),
    given.assistant({ templateId: 'outbound-setter' }),
    given.number(),
  ]);
  await api.updateAssistant({ accountSlug: slug, assistantId: assistant.id, recording_enabled: true });
  const [gone, ...contacts] = await given.callees([CALLEE.isBusy, CALLEE.answers, CALLEE.hasVoicemail, CALLEE.isBusy]);
  if (!gone) throw new Error('A contact was expected.');
  await api.deleteContact({ id: gone.id });
  const campaign = await given.campaignWith(contacts, { assistantId: assistant.id, fromNumberIds: [number.id] });
  await api.runCampaign({ id: campaign.id }, { idempotencyKey: randomUUID() });
  await campaignBecomes(own, campaign.id, 'completed');
  const calls = await callsOf(own, campaign.id);
  await suppress(own, calleePhone(CALLEE.doesNotAnswer));
  await api.exportContact({ id: contacts[0]?.id ?? '' });
  await api.eraseContact({ id: contacts[2]?.id ?? '' });
  const draft = await given.campaignWith([contacts[0] as { id: string }], {
    assistantId: assistant.id,
    fromNumberIds: [number.id],
  });
  await api.deleteCampaign({ id: draft.id });
  await api.assignPhoneNumbers({ assistantId: inbound.id, accountSlug: slug, phoneNumberIds: [number.id] });
  const received = await inboundCallEnds(own, await placeInboundCall(calleePhone('0001'), number.phone_number));
  const everything = [
    own.accountId,
    teamId,
    inbound,
    assistant,
    number,
    gone,
    ...contacts,
    campaign,
    draft,
    ...calls,
    received,
  ];
  return everything.map((each) => (typeof each === 'string' ? each : each.id));
};

const all = async <Each>(found: AsyncIterable<Each>): Promise<Each[]> => {
  const each: Each[] = [];
  for await (const one of found) each.push(one);
  return each;
};

const isOperation = (item: string): boolean => item.includes('"pk":"OPERATION#');

const itemsNaming = async (ids: string[]): Promise<string[]> =>
  (await tableContents()).filter((item) => !isOperation(item) && ids.some((id) => item.includes(id)));

const filesOf = async (accountId: string): Promise<string[]> => all(ports.files.keysOf(accountId));

test('an account with everything in it is gone from table and bucket, and another one is as it was', async () => {
  const other = await newAccount();
  const [ids, others] = [await fill(account), await fill(other)];
  const owned = async () =>
    (await itemsNaming([other.accountId, other.teamId])).filter((item) => !/"pk":"(LAST_USE|REQUESTS)/.test(item));
  const before = (await owned()).length;
  expect((await filesOf(account.accountId)).length).toBeGreaterThan(1);
  const counted = await countItems(ports, await getAccount(testTable(), account.accountId));
  const done = await remove();
  expect(done.numbers).toBe(1);
  expect(sumOf(done.items)).toBeGreaterThanOrEqual(sumOf(counted));
  expect(await itemsNaming(ids)).toEqual([]);
  expect(await filesOf(account.accountId)).toEqual([]);
  expect(await all(readDeletionLog(RECORDINGS_BUCKET))).toContain(account.accountId);
  expect((await owned()).length).toBeGreaterThanOrEqual(before);
  expect(await statusOf(other.api.getAccount())).toBe(200);
  expect((await itemsNaming(others)).length).toBeGreaterThan(others.length);
  expect((await filesOf(other.accountId)).length).toBeGreaterThan(1);
});

test('its token is unknown, its slug is free, and what the operator did is kept', async () => {
  await remove();
  expect(await statusOf(account.api.getAccount())).toBe(401);
  expect(await findAccount(testTable(), account.slug)).toBeUndefined();
  const { items } = await listOperations(testTable(), { limit: 200 }, new Date());
  const own = items.filter(({ account_id }) => account_id === account.accountId);
  expect(own.map(({ action, actor, account_slug }) => [action, actor.name, account_slug])).toEqual([
    ['account.deleted', OPA.name, account.slug],
    ['account.deletion_begun', OPA.name, account.slug],
    ['account.suspended', OPA.name, account.slug],
    ['api_key.created', 'Command line', account.slug],
    ['account.created', 'Command line', account.slug],
  ]);
});

test('calls that go on are not cut off: the account is suspended, nothing is deleted, and the refusal names them', async () => {
  const contact = await account.given.contact({ phone: calleePhone(CALLEE.answers) });
  const campaign = await account.given.campaignWith([contact]);
  await account.api.runCampaign({ id: campaign.id });
  const call = await callBegins(account, campaign);
  await expect(remove()).rejects.toThrow(/1 call of .* goes on: call_.*Run the deletion again when they are over/);
  expect((await getAccount(testTable(), account.accountId)).deletion_begun_at).toBeUndefined();
  expect(await getCall(testTable(), call.id)).toBeDefined();
});

test('a reinstatement that comes before the deletion begins wins, and nothing is deleted', async () => {
  const contact = await account.given.contact();
  await suspendAccount(ports, account.accountId, OPA);
  const table = tableBeforeWrite(() =>
    reinstateAccount({ ...ports, campaignQueue: lostQueue, dialQueue: lostQueue }, account.accountId, OPA),
  );
  await expect(deleteAccount({ ...ports, table }, account.accountId, OPA)).rejects.toThrow(/was reinstated meanwhile/);
  expect((await account.api.getContact({ id: contact.id })).contact.id).toBe(contact.id);
  expect(await remove()).toMatchObject({ numbers: 0 });
});

test('nothing that quotes the ids of an account goes with it', async () => {
  const other = await newAccount();
  const notes = `${account.accountId}#${account.teamId}`;
  const contact = await other.given.contact({
    firstName: account.accountId,
    notes,
    customFields: { account_id: account.accountId },
  });
  await remove();
  expect((await other.api.getContact({ id: contact.id })).contact.notes).toBe(notes);
});

test('a deletion that dies at any write is finished by the next one', async () => {
  const contact = await account.given.contact();
  await account.given.campaignWith([contact]);
  await account.api.deleteContact({ id: contact.id });
  const ids = [account.accountId, account.teamId, contact.id];
  let deaths = 0;
  for (const nth of [1, 2, 3, 5, 8, 13, 21]) {
    const mortal = dyingAt(nth, nth % 2 === 0 ? 'before' : 'after');
    const outcome = await deleteAccount({ ...ports, table: mortal.table }, account.accountId, OPA).catch(String);
    if (!mortal.hasDied()) break;
    deaths += 1;
    expect(outcome).toContain('The function dies.');
  }
  expect(deaths).toBeGreaterThan(3);
  if (await findAccount(testTable(), account.slug)) await remove();
  expect(await itemsNaming(ids)).toEqual([]);
});
