import { expect, test } from '@jest/globals';
import { redialCampaign, reopenSome } from '#shared/engine/campaign/redial.ts';
import { leaveCampaigns } from '#shared/engine/privacy/leave-campaigns.ts';
import { SILENT_LOG } from '#shared/ports/log.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { CALLEE, calleePhone } from '#test/harness/given/phones.ts';
import { expectCountersRecounted } from '#test/harness/read.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { campaignBecomes } from '#test/harness/wait-for.ts';

test('whoever leaves a campaign during a redial is not taken up by it', async () => {
  const account = await newAccount();
  const [unreached, gone] = [
    await account.given.contact({ phone: calleePhone(CALLEE.isInvalid) }),
    await account.given.contact(),
  ];
  const { id } = await account.given.campaignWith([unreached, gone]);
  const requested_at = new Date(0).toISOString();
  await account.api.deleteContact({ id: gone.id });
  await account.api.runCampaign({ id });
  await campaignBecomes(account, id, 'completed');
  const ports = {
    table: testTable(),
    clock: () => new Date(),
    campaignQueue: { send: async () => undefined },
    limits: { callingHoursByDefault: null } as never,
    portions: { contactsPerTransaction: 1, transactionsPerRequest: 0, transactionEveryMs: 0, stepMs: 0 },
    log: SILENT_LOG,
  };
  const by = { accountId: account.accountId, actor: { type: 'api_key', id: 'key_1', name: 'Test' } } as never;
  await redialCampaign(ports, id, by, ports.clock());
  expect(await leaveCampaigns(ports, { contact_id: gone.id, requested_at })).toBe(true);
  while (await reopenSome(ports, id, ports.clock(), 1));
  const rows = await expectCountersRecounted(account, id);
  const statuses = rows.map(({ contact_id, status }) => [contact_id, status]);
  expect(Object.fromEntries(statuses)).toEqual({ [unreached.id]: 'pending', [gone.id]: 'cancelled' });
});
