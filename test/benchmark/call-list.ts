import { chunked } from '#shared/domain/lists.ts';
import { claimCall } from '#shared/store/call/call-changes.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import { keptCall } from '#test/harness/given/kept-calls.ts';
import { openMeteredTable } from './metered-table.ts';

/** Read units of the list of calls: `node test/benchmark/call-list.ts [calls …]`, 100, 3,000 and 20,000 by default. */

const PER_TRANSACTION = 100;
const campaignId = 'camp_01JNB4Q8Z6W2AAAAAAAAAAAAAA';

const { table, meter, stop } = await openMeteredTable();

const unitsOf = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const before = meter.Query ?? 0;
  const result = await work();
  return [result, (meter.Query ?? 0) - before];
};

const measure = async (calls: number): Promise<void> => {
  const teamId = `team_${calls}`;
  const places = Array.from({ length: calls }, (_, place) => place);
  for (const some of chunked(places, PER_TRANSACTION)) {
    await table.transact(some.map((place) => claimCall(keptCall({ teamId, campaignId, accountId: 'acct_1', place }))));
  }
  const list = (filter: object, page: object) =>
    unitsOf(() => listCallRecords(table, teamId, filter, { limit: 50, ...page }));
  const [first, ofFirst] = await list({}, {});
  const [, ofSecond] = await list({}, { cursor: first.next_cursor ?? undefined });
  const [filtered, ofFiltered] = await list({ outcome: 'answered' }, {});
  const [, ofNext] = await list({ outcome: 'answered' }, { cursor: filtered.next_cursor ?? undefined });
  const [, ofRare] = await list({ outcome: 'voicemail' }, {});
  console.log({ calls, ofFirst, ofSecond, ofFiltered, ofNext, ofRare });
};

try {
  for (const calls of process.argv.length > 2 ? process.argv.slice(2) : ['100', '3000', '20000']) {
    await measure(Number(calls));
  }
} finally {
  await stop();
}
process.exit(0);
