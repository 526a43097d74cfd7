import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedTable } from './checker.ts';
import { accountIn } from './records.ts';
import { isWithin } from './wall-clock.ts';

/** What must hold for whoever could be dialled, whichever bound is judged. */

type Peekable = Pick<CheckedTable, 'peek'>;

/** The campaign runs, has dials left of its cap, and nobody has stopped the account's calls. */
export const isDialling = (table: Peekable, control: Item): boolean =>
  control.status === 'running' &&
  !control.deleted_at &&
  control.calls_left !== 0 &&
  !accountIn(table, control.account_id)?.calls_stopped_at;

/** Whether the campaign's call window is open, for a contact with a time zone also in that. */
export const isInWindow = (control: Item, timezone: string | null, at: number): boolean => {
  const { call_window_start: start, call_window_end: end, call_window_timezone: zone } = control;
  const window = start === null ? null : ({ start, end, timezone: zone } as Parameters<typeof isWithin>[0]);
  return isWithin(window, timezone, at);
};

/** Nobody is on a call with the number, and it may be called. */
export const isLineFree = (table: Peekable, teamId: unknown, phone: unknown): boolean => {
  const line = table.peek({ pk: `TEAM#${teamId}#LINE#${phone}`, sk: 'LINE' });
  return !line?.do_not_call && !line?.live_call_id && !line?.inbound_call_id;
};
