import { countersFor, firstCounter } from '#shared/domain/account/day-portions.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { accountPool, connectionPool, takeCallPermit } from '#shared/store/limits/call-permits.ts';
import { lockCallee } from '#shared/store/limits/callee-locks.ts';
import { countDials } from '#shared/store/limits/daily-usage.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';
import type { Situation } from './judge-call.ts';

/** What a claim changes of its call. */
type ClaimChanges = Partial<CallRecord> & Pick<CallRecord, 'generation'>;

/**
 * What a call takes as it is claimed: the callee's line, a permit of the account and one of the connection, and a dial of
 * the day. The transaction fails for whoever comes second to any of them.
 */
export const claimOf = (
  { call, line, day, ofAccount, onConnection }: Situation,
  now: Date,
): { changes: ClaimChanges; operations: WriteOperation[] } => {
  const { id, account_id, team_id: teamId, to_number } = call;
  const generation = call.generation + 1;
  const [counter = 0] = countersFor(1, day.portions, day.usage.counters, firstCounter(id));
  const day_dial = { day: day.day, counter };
  const channel = ofAccount.permits?.[0] ?? null;
  const connection_channel = onConnection.permits?.[0] ?? null;
  const taken = (holder: string) => ({ call_id: id, generation, holder });
  return {
    changes: {
      status: 'queued',
      generation,
      to_number,
      channel,
      connection_channel,
      day_dial,
      queued_at: now.toISOString(),
      due_at: null,
      waits_for: null,
      // Its message is the first of this claim.
      dial_resends: 0,
      dial_second: null,
      not_dialed_reason: null,
      refusal: null,
    },
    operations: [
      lockCallee({ teamId, phone: to_number, line }, { id, generation }, now),
      ...(channel === null ? [] : [takeCallPermit(accountPool(account_id), channel, taken(id))]),
      ...(connection_channel === null ? [] : [takeCallPermit(connectionPool, connection_channel, taken(account_id))]),
      ...countDials(account_id, [day_dial], day.portions),
    ],
  };
};
