import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCredentials } from '#infra/local/commands/demo-account.ts';
import { type Client, createClient } from '#shared/client/client.ts';
import { HOUR_MS } from '#shared/domain/time.ts';
import type { Call } from '#shared/schemas/call.ts';
import { givenFor } from '#test/harness/given/account.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { contentsOf } from '#test/harness/stack/table-contents.ts';
import { until } from '#test/harness/time/until.ts';
import { filesHolding, valuesIn } from '#test/harness/traces.ts';

/** A service of its own, whose whole state is one folder. It runs on the machine's clock. */
let service: Awaited<ReturnType<typeof startChildService>>;
let client: Client;
let owner: { teamId: string; accountSlug: string };

const CARRIER_SPEED = '50';

const unique = (name: string): string => `${name}-${randomUUID().slice(0, 13)}`;
const exchange = 200 + Math.floor(Math.random() * 355);
/** Nobody else has any of these. */
const VALUES = {
  firstName: unique('first'),
  lastName: unique('last'),
  email: `${unique('mail')}@person.example`,
  phone: `+1415${exchange}0001`,
  phoneSecondary: `+1628${exchange}0002`,
  jobTitle: unique('job'),
  source: unique('source'),
  preferredContactMethod: unique('method'),
  leadStatus: unique('lead'),
  notes: unique('notes'),
  customField: unique('custom'),
  nameOfCustomField: unique('field'),
  noteOfSuppression: unique('asked'),
  tag: unique('tag'),
  variable: unique('variable'),
};

beforeAll(async () => {
  service = await startChildService({ CARRIER_SPEED });
  const { base_url: baseUrl, api_token: token, team_id, account_slug } = readCredentials(service.stateDir) ?? {};
  client = createClient({ baseUrl: baseUrl ?? '', token: token ?? '' });
  owner = { teamId: team_id ?? '', accountSlug: account_slug ?? '' };
});
afterAll(() => service.kill());

/** The first parts of the keys of all items that hold one of the values. */
const kindsInTable = async (values: Record<string, string>): Promise<string[]> => {
  const { dynamodb_url: endpoint, table_name: tableName, aws_secret_access_key } = service.address;
  const items = await contentsOf({ endpoint, tableName, secretAccessKey: aws_secret_access_key });
  const holding = items.filter((item) => valuesIn(item, values).length > 0);
  const kinds = holding.map((item) => (JSON.parse(item) as { pk: string }).pk.split('#')[0] ?? '');
  return [...new Set(kinds)];
};

/** The files of the service that still hold one of the values when it has had time to rewrite them. */
const filesAtLast = (values: Record<string, string>): Promise<Record<string, string[]>> =>
  until(async () => {
    const holding = filesHolding(service.stateDir, values);
    return Object.keys(holding).length === 0 ? holding : undefined;
  }).catch(() => filesHolding(service.stateDir, values));

const erase = async (contactId: string): Promise<void> => {
  const { id } = (await client.eraseContact({ id: contactId })).erasure;
  await until(async () => {
    const { erasure } = await client.getErasure({ id, teamId: owner.teamId });
    return erasure.status === 'completed' ? erasure : undefined;
  });
};

const createPerson = async (companyId: string) => {
  const { customField, nameOfCustomField, noteOfSuppression: _note, tag, variable: _variable, ...fields } = VALUES;
  const body = { ...fields, customFields: { [nameOfCustomField]: customField }, tags: [tag] };
  return (await client.createContact({ ...owner, companyId, ...body }, { idempotencyKey: randomUUID() })).contact;
};

const prepareCampaign = async (companyId: string, contactId: string) => {
  const { teamId, accountSlug } = owner;
  const given = givenFor(client, teamId, accountSlug);
  const assistant = await given.assistant({ templateId: 'outbound-setter' });
  await client.updateAssistant({
    accountSlug,
    assistantId: assistant.id,
    first_message: 'Hello {{contact.first_name}} {{contact.last_name}}, your note says {{contact.notes}}.',
    recording_enabled: true,
  });
  const url = 'http://127.0.0.1:9/nobody-listens';
  await client.setWebhook({ accountSlug, kind: 'call', url, extraEvents: ['call.concluded'] });
  const campaign = await given.campaign({ companyId, assistantId: assistant.id });
  await client.addCampaignContacts({ id: campaign.id, contactIds: [contactId] });
  return { campaign, assistant };
};

/** The call once it is concluded and its recording is copied. */
const concludedCall = (contactId: string): Promise<Call> =>
  until(async () => {
    const [row] = (await client.listCalls({ teamId: owner.teamId, contactId })).calls;
    const call = row?.status === 'ended' ? (await client.getCall({ id: row.id })).call : undefined;
    return call?.recording_url && call.summary !== null ? call : undefined;
  });

const isGone = async (link: string | null): Promise<boolean> => (await fetch(link ?? '')).status === 404;

test('a person who was called, recorded, exported and erased is found nowhere, in no form', async () => {
  const { company } = await client.createCompany({ teamId: owner.teamId, name: 'Acme' });
  const contact = await createPerson(company.id);
  const { campaign, assistant } = await prepareCampaign(company.id, contact.id);
  await client.runCampaign({ id: campaign.id });
  const call = await concludedCall(contact.id);
  const transcript = JSON.stringify(call.transcript);
  expect(transcript).toContain(VALUES.notes);
  const [said = ''] = /[\w.]+@example\.com/.exec(transcript) ?? [];
  const values: Record<string, string> = { ...VALUES, said, recording: `${call.id}.wav` };
  const scheduledAt = new Date(Date.now() + HOUR_MS).toISOString();
  const order = { teamId: owner.teamId, assistantId: assistant.id, contactId: contact.id, scheduledAt };
  await client.createCall({ ...order, variables: { order: VALUES.variable } }, { idempotencyKey: randomUUID() });
  await client.addSuppression({ teamId: owner.teamId, phone: VALUES.phone, note: VALUES.noteOfSuppression });
  const namesake = { ...owner, companyId: company.id, firstName: 'Other', lastName: 'Person', phone: VALUES.phone };
  const sharer = (await client.createContact(namesake)).contact;

  const { url } = (await client.exportContact({ id: contact.id })).export;
  const exported = await (await fetch(url)).text();
  expect(valuesIn(exported, values).toSorted()).toEqual(Object.keys(values).toSorted());
  expect(Object.values(filesHolding(service.stateDir, values)).flat()).toEqual(
    expect.arrayContaining(Object.keys(VALUES)),
  );

  await erase(contact.id);
  // Of what was asked under a key, the reply is kept for a day. The other contact with the number stays.
  const { phone: _, ...ownValues } = values;
  expect(await kindsInTable(ownValues)).toEqual(['IDEMPOTENCY']);
  expect(await filesAtLast(ownValues)).toEqual({});
  expect([await isGone(url), await isGone(call.recording_url)]).toEqual([true, true]);
  expect((await client.getContact({ id: sharer.id })).contact.phone).toBe(VALUES.phone);

  await erase(sharer.id);
  expect(await kindsInTable(values)).toEqual(['IDEMPOTENCY']);
  expect(await filesAtLast(values)).toEqual({});
});
