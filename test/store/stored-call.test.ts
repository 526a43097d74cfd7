import { describe, expect, test } from '@jest/globals';
import { newId } from '#shared/domain/ids.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import { getCall, getCalls } from '#shared/store/call/calls.ts';
import { storedFields } from '#shared/store/call/stored-call.ts';
import { keptCall } from '#test/harness/given/kept-calls.ts';
import { testTable } from '#test/harness/stack/table.ts';

const owner = () => ({ teamId: newId('team', new Date()), accountId: newId('acct', new Date()) });

describe('a call as it is stored', () => {
  test('is read as it was written, alone, among others and in the list', async () => {
    const { teamId, accountId } = owner();
    const call = keptCall({ teamId, accountId, place: 1, campaignId: newId('camp', new Date()) });
    await testTable().write(claimCall(call));
    expect(await getCall(testTable(), call.id)).toMatchObject(call);
    expect(await getCalls(testTable(), ['call_none', call.id])).toEqual([undefined, expect.objectContaining(call)]);
    const { items } = await listCallRecords(testTable(), teamId, {}, { limit: 1 });
    const { campaign_id, contact_id, assistant_id, direction, status } = call;
    expect(items).toEqual([
      expect.objectContaining({ id: call.id, campaign_id, contact_id, assistant_id, direction, status }),
    ]);
  });

  test('leaves out what says nothing', () => {
    const call = { ...keptCall({ ...owner(), place: 1 }), summary: null, hang_up_requested_at: null, deferrals: 0 };
    expect(storedFields(call)).not.toHaveProperty('summary');
    expect(storedFields(call)).not.toHaveProperty('hang_up_requested_at');
    expect(storedFields(call)).not.toHaveProperty('deferrals');
    expect(storedFields({ ...call, deferrals: 2 })).toMatchObject({ deferrals: 2 });
  });
});
