import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import type { ErasePorts } from '#shared/engine/privacy/erase-person.ts';
import { repeatErasure } from '#shared/engine/privacy/repeat-erasure.ts';
import type { LoggedErasure } from '#shared/ports/personal-data.ts';
import { hashWith } from '#shared/store/hashed-lines.ts';
import { linePartition } from '#shared/store/line-keys.ts';
import { readLines } from '#shared/store/suppressions.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';

let account: TestAccount;
let logged: LoggedErasure[];
let ports: ErasePorts;
beforeAll(async () => {
  account = await newAccount();
  logged = [];
  ports = {
    table: testTable(),
    clock: () => new Date(),
    campaignQueue: { send: async () => undefined },
    erasureQueue: { send: async () => undefined },
    erasureLog: { note: async (entry) => void logged.push(entry) },
    recordingRemover: { remove: async () => undefined },
    exportRemover: { remove: async () => undefined },
    telephony: {} as ErasePorts['telephony'],
  };
});

const partitionOf = (phone: string): string =>
  hashWith(keptNumberHash(stack().state_dir))(linePartition(account.teamId, phone));

const isClosed = async (phone: string): Promise<boolean> =>
  (await readLines(testTable(), account.teamId, [phone])).get(phone)?.do_not_call === true;

test('of the numbers that a person had before, the one that another contact has by now stays open', async () => {
  const [own, former, another] = [calleePhone(), calleePhone(), calleePhone()];
  await account.given.contact({ phone: another });
  const now = new Date().toISOString();
  const entry: LoggedErasure = {
    ...{ id: `ers_${randomUUID()}`, account_id: account.accountId, team_id: account.teamId },
    ...{ contact_id: `cont_${randomUUID()}`, contact_created_at: now, requested_at: now },
    lines: [partitionOf(own)],
    former_lines: [partitionOf(former), partitionOf(another)],
  };
  expect(await repeatErasure(ports, entry)).toBe('completed');
  expect(await Promise.all([own, former, another].map(isClosed))).toEqual([true, true, false]);
  // A backup that is older still is restored by the same log.
  expect(logged.at(-1)?.former_lines).toEqual(entry.former_lines);
});
