import { expect, test } from '@jest/globals';
import { newId } from '#shared/domain/ids.ts';
import { CONNECTION_DIALS_PER_SECOND_MAX } from '#shared/ports/dial-limits.ts';
import { takeDials } from '#shared/store/limits/dial-rate.ts';
import { itemSize } from '#test/harness/item-size.ts';
import { MemoryTable } from '#test/simulation/store/memory-table.ts';

/** Each of so many bytes that are begun costs a write one unit. */
const UNIT_BYTES = 1_024;
/** Of one partition in a second; the other half is for dials that are given back. */
const HALF_OF_PARTITION = 500;
/** What the table adds to an item that is written on a condition. */
const WRITE_ID = 'w'.repeat(16);
const SECOND = 1_800_000_000;
const NOW = new Date('2026-03-02T12:00:00.000Z');

/** Write units of a second whose dials are each of another account, and reserved one by one. */
const unitsOf = async (dials: number): Promise<number> => {
  const table = new MemoryTable();
  const limits = { ofAccount: dials, onConnection: dials };
  let units = 0;
  for (let dial = 0; dial < dials; dial++) {
    const holder = { account_id: newId('acct', NOW), holder: newId('camp', NOW) };
    await table.write(takeDials({ ...holder, epochSecond: SECOND, dials: 1 }, limits));
    const [item] = table.all();
    units += Math.ceil(itemSize({ ...item, wid: WRITE_ID }) / UNIT_BYTES);
  }
  return units;
};

test("of Telnyx' 30 dials a second each costs one unit, whoever dials", async () => {
  expect(await unitsOf(30)).toBe(30);
});

test('as many dials a second as a connection may have are counted with half of a partition', async () => {
  expect(await unitsOf(CONNECTION_DIALS_PER_SECOND_MAX)).toBeLessThanOrEqual(HALF_OF_PARTITION);
});
