import { StartError } from '#infra/local/process/start-error.ts';
import { NOT_WAITING, waitingOf } from '#shared/domain/campaign/waiting.ts';
import { type AccountRecord, areCallsStopped, getAccount, isSuspended } from '#shared/store/accounts.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import { type CampaignControl, callWindowOf, getControl } from '#shared/store/campaign/campaigns.ts';
import { getCounts } from '#shared/store/campaign/contact-counts.ts';
import { firstDue } from '#shared/store/campaign/enrolment-reads.ts';
import { countDue, recountContacts } from '#shared/store/campaign/recounted.ts';
import { lastSettledIn, unsettledIn, unsettledKey } from '#shared/store/campaign/unsettled-calls.ts';
import { readPermitsOf } from '#shared/store/limits/call-permits.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** A campaign by its id, and whose it is. @throws StartError where there is none. */
export const campaignOf = async (
  table: TableReader,
  id: string | undefined,
  words: string,
): Promise<{ control: CampaignControl; account: AccountRecord }> => {
  const control = await getControl(table, id ?? '');
  if (!control) throw new StartError(`There is no campaign "${id}" in ${words}.`);
  return { control, account: await getAccount(table, control.account_id) };
};

/** The calls that hold slots, and since when. */
const slotsOf = async (table: TableReader, control: CampaignControl) => {
  const permits = await readPermitsOf(table, control);
  const calls = await getCalls(
    table,
    permits.map(({ call_id }) => call_id),
  );
  return permits.map(({ call_id }, at) => ({
    call_id,
    status: calls[at]?.status ?? 'gone',
    since: calls[at]?.queued_at ?? null,
  }));
};

const waitingFor = async (table: TableReader, control: CampaignControl, now: Date) => {
  if (control.status !== 'running') return NOT_WAITING;
  return waitingOf({ due: await firstDue(table, control.id), day: null, window: callWindowOf(control) }, now);
};

/** What keeps a campaign from dialling that stands with its account. */
const stoppedBy = (account: AccountRecord): string | null => {
  if (isSuspended(account)) return `its account is suspended since ${account.suspended_at}`;
  return areCallsStopped(account) ? `its people stopped all calls on ${account.calls_stopped_at}` : null;
};

/** Everything that tells whether a campaign is stuck. */
export const readCampaign = async (table: TableReader, control: CampaignControl, account: AccountRecord, now: Date) => {
  const { id, status, paused_reason, wake_at, updated_at, deleted_at, max_concurrent_calls, calls_left } = control;
  const [counts, recount, slots, due, unsettled, waiting] = await Promise.all([
    getCounts(table, id),
    recountContacts(table, id),
    slotsOf(table, control),
    countDue(table, id, now),
    table.get<Record<string, unknown>>(unsettledKey(id)),
    waitingFor(table, control, now),
  ]);
  const counters = Object.fromEntries(
    Object.keys(recount).map((each) => [each, counts[each as keyof typeof recount] ?? 0]),
  ) as typeof recount;
  return {
    ...{ id, account_slug: account.slug, account_id: account.account_id, status, paused_reason, ...waiting },
    ...{ stopped_by: stoppedBy(account), calls_left, max_concurrent_calls, updated_at, deleted_at, wake_at },
    last_settled_at: lastSettledIn(unsettled)?.toISOString() ?? null,
    ...{ counters, recount, due_contacts: due, live_slots: slots },
    unsettled_calls: [...unsettledIn(unsettled)].map(([call_id, since]) => ({ call_id, since })),
  };
};

export type CampaignView = Awaited<ReturnType<typeof readCampaign>>;
