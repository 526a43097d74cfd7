import { useRead } from '#functions/dashboard/site/api/query.ts';
import { otherNumber } from '#functions/dashboard/site/calls/call-words.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { useContactNames } from '#functions/dashboard/site/components/use-contact-names.ts';
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

/** The calls of a campaign that are live now, oldest first, so that a new one moves none. They are looked up again with every `beat`. */
export const useLiveCalls = (campaignId: string, isAnyLive: boolean, beat: number): CallRow[] => {
  const filter = { teamId: teamId.value, campaignId, limit: NEWEST_CALLS };
  const { data } = useRead('listCalls', isAnyLive ? filter : null, { beat });
  return isAnyLive ? (data?.calls ?? []).filter(isLive).reverse() : [];
};

interface LiveCallsProps {
  calls: readonly CallRow[];
  /** As high with no call as with many, where something stands below that is being read. */
  isSteady?: boolean;
}

/** Who is being talked to now. */
export const LiveCalls = ({ calls, isSteady = false }: LiveCallsProps) => {
  const names = useContactNames(calls.flatMap(({ contact_id }) => (contact_id === null ? [] : [contact_id])));
  if (calls.length === 0) return <p class={isSteady ? 'live-calls hint' : 'hint'}>Nobody is being called right now.</p>;
  return (
    <ul class="live-calls" aria-label="Live now">
      {calls.map((call) => (
        <li key={call.id}>
          <a href={`/calls/${call.id}`} class="live-call">
            <span class="live-name">{names.get(call.contact_id ?? '') ?? otherNumber(call)}</span>
            <span class="number">{lasted(call)}</span>
            <span class="hint">{names.has(call.contact_id ?? '') ? otherNumber(call) : 'No name'}</span>
            <Badge status={call.status} />
          </a>
        </li>
      ))}
    </ul>
  );
};
