import type { DialWindow } from '#shared/domain/campaign/breaker.ts';
import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import { absent, equals, type PutOperation } from '#shared/store/table/table.ts';

/** An item apart from the counters, so that settling calls does not collide with claims. */
export const recentDialsKey = (campaignId: string): RecordKey<DialWindow> => keys.recentDials(campaignId);

/** Replaces the window that was read; of two settlements the second loses and counts on what the first left. */
export const replaceRecentDials = (
  campaignId: string,
  before: DialWindow | undefined,
  after: DialWindow,
): PutOperation => ({
  put: { ...after, ...recentDialsKey(campaignId) },
  when: before ? [equals('run', before.run), equals('results', before.results)] : [absent('pk')],
});
