import { LIVE_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { secondsBetween, shownDuration } from '#functions/dashboard/site/format/time.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';

type CallRow = OutputOf<'listCalls'>['calls'][number];

/** As many newest calls are looked through for live ones. */
const NEWEST_CALLS = 100;
const LIVE_STATUSES: readonly string[] = ['queued', 'dialing', 'ringing', 'in_progress'];

export const isLive = ({ status }: Pick<CallRow, 'status'>): boolean => LIVE_STATUSES.includes(status);

const lasted = ({ answered_at }: CallRow): string | null =>
  answered_at === null ? null : shownDuration(secondsBetween(answered_at, now().toISOString()));

interface LiveCallsProps {
  campaignId?: string;
  /** Names of people by the id of their contact, where they are known. */
  names?: ReadonlyMap<string, string>;
}

/** The calls that are live now, newest first. `isAnyLive` false reads nothing. */
export const useLiveCalls = (campaignId: string | undefined, isAnyLive: boolean): CallRow[] => {
  const filter = { teamId: teamId.value, limit: NEWEST_CALLS, ...(campaignId !== undefined && { campaignId }) };
  const { data } = useRead('listCalls', isAnyLive ? filter : null, { poll: () => LIVE_POLL_MS });
  return isAnyLive ? (data?.calls ?? []).filter(isLive) : [];
};

/** Who is being talked to now. */
export const LiveCalls = ({ calls, names }: LiveCallsProps & { calls: readonly CallRow[] }) => {
  if (calls.length === 0) return <p class="live-calls hint">Nobody is being called right now.</p>;
  return (
    <ul class="live-calls" aria-label="Live now">
      {calls.map((call) => (
        <li key={call.id}>
          <a href={`/calls/${call.id}`} class="live-call">
            <span class="live-name">{names?.get(call.contact_id ?? '') ?? call.to_number}</span>
            <span class="number">{lasted(call)}</span>
            <span class="hint">{call.direction === 'inbound' ? call.from_number : call.to_number}</span>
            <Badge status={call.status} />
          </a>
        </li>
      ))}
    </ul>
  );
};
