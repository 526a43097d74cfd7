import { expect, test } from '@jest/globals';
import { fillSlots } from '#shared/engine/campaign/planning/fill-slots.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import type { DialMessage } from '#shared/schemas/messages.ts';
import { type CampaignControl, getControl } from '#shared/store/campaign/campaigns.ts';
import { connectionPool } from '#shared/store/limits/call-permits.ts';
import { readWaiters } from '#shared/store/limits/waiting.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { DIAL_LIMITS } from '#test/harness/given/dial-limits.ts';
import { withOwnConnection } from '#test/harness/stack/own-connection.ts';
import { testTable } from '#test/harness/stack/table.ts';

/** Two campaigns of an account. The one holds all the calls that these limits allow, the other waits for them. */
const waitingCampaign = async (limited: Partial<typeof DIAL_LIMITS>) => {
  const { given, api } = await newAccount();
  const asked: number[] = [];
  const woken: string[] = [];
  const limits = { ...DIAL_LIMITS, ...limited };
  const noteLooks = async (sent: DialMessage[]) => {
    for (const message of sent) if ('look' in message) asked.push(message.look);
  };
  const ports = {
    table: withOwnConnection(testTable()),
    dialQueue: { send: noteLooks },
    campaignQueue: {
      send: async (sent: { campaign_id: string }[]) => void woken.push(...sent.map((of) => of.campaign_id)),
    },
    checkTranscriber: () => null,
    limits,
    log: SILENT_LOG,
    clock: () => new Date(),
  };
  const fill = async (id: string, looks: number[] = []) =>
    fillSlots(ports, (await getControl(ports.table, id)) as CampaignControl, looks, new Date());
  const [first, ...others] = await given.contacts(4);
  const busy = await given.campaignWith([first as { id: string }], { maxConcurrentCalls: 1 });
  const waiting = await given.campaignWith(others);
  await fill(busy.id);
  await fill(waiting.id);
  const placeInLine = async () => (await readWaiters(ports.table, connectionPool, new Date()))[0]?.since;
  return { fill, busy, waiting, contacts: others, given, api, asked, woken, limits, placeInLine };
};

const ONE_CALL = { maxConcurrentCallsPerAccount: 1 };

test('a campaign that waits has one look on its way, however often it is woken', async () => {
  const { fill, waiting, asked } = await waitingCampaign(ONE_CALL);
  await fill(waiting.id);
  expect(asked).toEqual([1]);
});

test('a campaign goes on looking when the look of its wait comes together with an older or a repeated one', async () => {
  const { fill, waiting, asked } = await waitingCampaign(ONE_CALL);
  await fill(waiting.id, [1, 0]);
  await fill(waiting.id, [0, 2, 2]);
  expect(asked).toEqual([1, 2, 3]);
});

test('a look of an earlier wait does not begin another row of looks', async () => {
  const { fill, waiting, asked } = await waitingCampaign(ONE_CALL);
  await fill(waiting.id, [7]);
  expect(asked).toEqual([1]);
});

test('a campaign that wants nothing any more wakes those who left it its share', async () => {
  const { fill, waiting, contacts, given, api, woken } = await waitingCampaign(ONE_CALL);
  const other = await given.campaignWith(await given.contacts(1));
  await fill(other.id);
  for (const { id: contactId } of contacts) await api.removeCampaignContact({ id: waiting.id, contactId });
  woken.length = 0;
  await fill(waiting.id, [1]);
  expect(woken).toEqual([other.id]);
});

test('an account whose one campaign has had its turn waits for the connection anew with its other one', async () => {
  const { fill, busy, given, api, limits, placeInLine } = await waitingCampaign({ connectionMaxConcurrentCalls: 1 });
  const before = await placeInLine();
  await api.addCampaignContacts({ id: busy.id, contactIds: (await given.contacts(1)).map(({ id }) => id) });
  await api.updateCampaign({ id: busy.id, maxConcurrentCalls: 2 });
  limits.connectionMaxConcurrentCalls = 4;
  expect((await fill(busy.id)).claimed).toBe(1);
  expect(Date.parse(String(await placeInLine()))).toBeGreaterThan(Date.parse(String(before)));
});
