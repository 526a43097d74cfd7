import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach } from '@jest/globals';
import { DAY_MS } from '#shared/domain/time.ts';
import { enforceRetention } from '#shared/engine/privacy/enforce-retention.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { keys, partitions } from '#shared/store/keys.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { keptCall } from '#test/harness/given/calls/kept-calls.ts';
import { testTable } from '#test/harness/stack/table.ts';

type Ports = Parameters<typeof enforceRetention>[0];

/** Gives each test of a suite a team that the stack's own sweep does not look at, whose words are kept for a day. */
export class RetentionBench {
  declare account: TestAccount;
  declare teamId: string;
  declare nowMs: number;
  /** Calls whose recordings the carrier was asked to delete. */
  asked: string[] = [];
  /** Teams that are to be looked at again. */
  sent: string[] = [];
  #place = 0;

  async begin(): Promise<void> {
    this.account = await newAccount();
  }

  async renew(): Promise<void> {
    this.teamId = `team_${randomUUID()}`;
    this.nowMs = Date.now();
    [this.asked, this.sent] = [[], []];
    const owner = { account_id: this.account.accountId, team_id: this.teamId };
    await testTable().write({ put: { ...keys.retention(this.teamId), ...owner, version: 0 } });
    await this.retain({ transcript_retention_days: 1, recording_retention_days: null });
  }

  retain(days: object) {
    return testTable().write({ update: keys.account(this.account.accountId), set: { ...days } });
  }

  enforce(given: Partial<Ports> = {}): Promise<void> {
    const ports: Ports = {
      table: testTable(),
      clock: () => new Date(this.nowMs),
      retentionBounds: { transcript: null, recording: null },
      retentionQueue: { send: async (messages) => void this.sent.push(...messages.map(({ team_id }) => team_id)) },
      recordingRemover: { remove: async () => undefined },
      telephony: {
        deleteRecordings: async ({ callControlId }: { callControlId: string | null }) =>
          void this.asked.push(callControlId ?? ''),
      },
    };
    return enforceRetention({ ...ports, ...given }, this.teamId);
  }

  /** A call with words, so many days old. */
  async callOf(days: number, given: Partial<CallRecord> = {}): Promise<CallRecord> {
    this.#place += 1;
    const place = this.#place;
    const at = new Date(this.nowMs - days * DAY_MS - (place % 1000)).toISOString();
    const call: CallRecord = {
      ...keptCall({ teamId: this.teamId, accountId: this.account.accountId, place }),
      outcome: 'answered',
      answered_at: at,
      call_control_id: `cc_${place}`,
      recording_enabled: true,
      created_at: at,
      queued_at: at,
      ended_at: at,
      variables: { order: '4711' },
      ...given,
    };
    await testTable().write(claimCall(call));
    await testTable().write({ put: { ...keys.conversation(call.id), version: 1, state: '{}', actions: '[]' } });
    return call;
  }

  async hasWords({ id }: Pick<CallRecord, 'id'>): Promise<boolean> {
    return (await testTable().query<object>({ partition: partitions.call(id) })).length > 1;
  }

  areKept(calls: CallRecord[]): Promise<boolean[]> {
    return Promise.all(calls.map((call) => this.hasWords(call)));
  }

  /** Of calls that are looked at later. */
  async notes(): Promise<string[]> {
    return (await testTable().query<object>({ partition: partitions.laterLooks(this.teamId) })).map(({ sk }) => sk);
  }

  async dueInMs(): Promise<number> {
    const { active_sk } = (await testTable().get<{ active_sk: string }>(keys.retention(this.teamId))) ?? {
      active_sk: '',
    };
    return Date.parse(active_sk.split('#')[0] ?? '') - this.nowMs;
  }
}

/** The bench of a suite. */
export const retentionBench = (): RetentionBench => {
  const retention = new RetentionBench();
  beforeAll(() => retention.begin());
  beforeEach(() => retention.renew());
  return retention;
};
