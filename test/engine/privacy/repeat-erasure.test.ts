import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { erasePerson } from '#shared/engine/privacy/erase-person.ts';
import { repeatErasure } from '#shared/engine/privacy/repeat-erasure.ts';
import type { LoggedErasure } from '#shared/ports/personal-data.ts';
import { hashWith } from '#shared/store/line/hashed-lines.ts';
import { linePartition } from '#shared/store/line/line-keys.ts';
import { readLines } from '#shared/store/line/suppressions.ts';
import { calleePhone } from '#test/harness/given/phones.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { erasureBench } from './erasure-bench.ts';

const erasing = erasureBench();

const partitionOf = (phone: string): string =>
  hashWith(keptNumberHash(stack().state_dir))(linePartition(erasing.account.teamId, phone));

const isClosed = async (phone: string): Promise<boolean> =>
  (await readLines(testTable(), erasing.account.teamId, [phone])).get(phone)?.do_not_call === true;

test('of the numbers that a person had before, the one that another contact has by now stays open', async () => {
  const [own, former, another] = [calleePhone(), calleePhone(), calleePhone()];
  await erasing.account.given.contact({ phone: another });
  const now = new Date().toISOString();
  const entry: LoggedErasure = {
    ...{ id: `ers_${randomUUID()}`, account_id: erasing.account.accountId, team_id: erasing.account.teamId },
    ...{ contact_id: `cont_${randomUUID()}`, contact_created_at: now, requested_at: now },
    lines: [partitionOf(own)],
    former_lines: [partitionOf(former), partitionOf(another)],
  };
  const logged: LoggedErasure[] = [];
  const noting = { ...erasing.ports, erasureLog: { note: async (each: LoggedErasure) => void logged.push(each) } };
  expect(await repeatErasure(noting, entry)).toBe('completed');
  expect(await Promise.all([own, former, another].map(isClosed))).toEqual([true, true, false]);
  // A backup that is older still is restored by the same log.
  expect(logged.at(-1)?.former_lines).toEqual(entry.former_lines);
});

test('in a table restored from before, an erasure of the log is repeated', async () => {
  const partition = { pk: `CALL#${erasing.bench.call.id}` };
  const before = [
    ...(await testTable().query({ partition: partition.pk })),
    ...(await testTable().query({ partition: linePartition(erasing.account.teamId, erasing.values[3] as string) })),
    ...(await testTable().getMany([{ pk: `CONTACT#${erasing.contactId}`, sk: 'CONTACT' }])),
  ].filter((item) => item !== undefined);
  const logged: LoggedErasure[] = [];
  const noting = { ...erasing.ports, erasureLog: { note: async (entry: LoggedErasure) => void logged.push(entry) } };
  const id = await erasing.request();
  await erasePerson(noting, id);
  for (const item of before) await testTable().write({ put: { ...item } });
  await testTable().write({ delete: { pk: `ERASURE#${id}`, sk: 'ERASURE' } });
  expect(await erasing.found()).not.toEqual([]);
  const [entry] = logged;
  if (!entry) throw new Error('Nothing was logged.');
  expect(erasing.values.filter((value) => JSON.stringify(entry).includes(value))).toEqual([]);
  expect(await repeatErasure(erasing.ports, entry)).toBe('completed');
  expect(await erasing.found()).toEqual([]);
  expect(await repeatErasure(erasing.ports, entry)).toBe('completed');
});
