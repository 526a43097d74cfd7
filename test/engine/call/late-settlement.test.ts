import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { advanceCampaign } from '#shared/engine/campaign/advance.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { ClaimMessage } from '#shared/schemas/messages.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { type FakeTelnyx, startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { newDialBench } from './dial-bench.ts';

let account: TestAccount;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  [account, telnyx] = await Promise.all([newAccount(), startFakeTelnyx({ speed: 1 })]);
});
afterAll(() => telnyx.stop());

/** The table; `happen` runs right after the first time that this call was read among others. */
const tableAfterReading = (table: TableWriter, callId: string, happen: () => Promise<unknown>): TableWriter => {
  let hasHappened = false;
  return {
    ...table,
    async getMany(keys, reading) {
      const found = await table.getMany(keys as never, reading);
      if (!hasHappened && keys.some(({ pk }) => pk.endsWith(callId))) {
        hasHappened = true;
        await happen();
      }
      return found as never;
    },
  };
};

test('a step that read a call before its late detection leaves the contact as the detection made it', async () => {
  const [contact] = (await account.given.contacts(1)) as [Contact];
  const settings = { retryOnVoicemail: true };
  const campaign = await account.given.campaignWith([contact], { maxAttemptsPerContact: 2, settings });
  const bench = newDialBench(telnyx, campaign);
  await bench.run();
  const [claim] = bench.claims as [ClaimMessage];
  await bench.dial(claim);
  const client_state = encodeClientState(claim.call_id, { generation: claim.generation });
  await bench.hear('call.answered', { client_state });
  await bench.hear('call.hangup', { client_state, hangup_cause: 'normal_clearing' });
  const table = tableAfterReading(bench.ports.table, claim.call_id, async () => {
    await bench.hear('call.machine_detection.ended', { client_state, result: 'machine' });
    await bench.settle(claim);
  });
  await advanceCampaign({ ...bench.ports, table }, [
    { campaign_id: campaign.id, reason: 'call', call_id: claim.call_id },
  ]);
  expect(await bench.enrolmentOf(contact)).toMatchObject({ status: 'retry_scheduled', last_outcome: 'voicemail' });
});
