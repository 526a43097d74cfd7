import { subjectOf } from '#shared/domain/call/subject.ts';
import type { Log } from '#shared/ports/log.ts';
import { measure, type RefusalKind } from '#shared/ports/metrics.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';

const kindOf = (dialed: Exclude<DialResult, { result: 'placed' }>): RefusalKind => {
  switch (dialed.result) {
    case 'busy_carrier':
      return 'limit';
    case 'not_accepted':
      return 'account_fault';
    case 'refused':
      return dialed.cause === 'invalid_number' ? 'invalid_number' : 'callee';
    default:
      return 'unknown';
  }
};

/**
 * Counts what the carrier said to a dial. Only whoever has won the write that makes its call `dialing` sends a dial, so
 * no copy of its message counts again. A number that cannot be called says nothing of whether we can call.
 */
export const noteDial = (log: Log, call: CallRecord, dialed: DialResult, dial_latency_ms: number): void => {
  const subject = subjectOf(call);
  if (dialed.result === 'placed') {
    measure(log, 'The dial was placed.', { dials_placed: 1, dial_latency_ms }, subject);
    return;
  }
  const refused = { dials_refused: 1, refusal: kindOf(dialed), dial_latency_ms };
  const measured = dialed.result === 'refused' ? refused : { ...refused, dials_placed: 0 };
  measure(log, 'The dial was not placed, as far as the carrier told.', measured, subject);
};
