import { HOUR_MS } from '#shared/domain/time.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedWorld, Checker } from './checker.ts';
import { callIn, controlIn, enrolmentsIn, isDaySpentIn, permitsIn } from './records.ts';
import { rightOutcomes } from './right-outcomes.ts';
import { isTakenUp } from './stray-checks.ts';

/** Checks on the table's items and the carrier's truth alone. */

/** A window may first have to open on the next day. */
const OVERDUE_MAX_MS = 26 * HOUR_MS;

const OPEN = ['pending', 'queued', 'retry_scheduled', 'dialing', 'in_progress'];
const TERMINAL = ['completed', 'exhausted', 'failed', 'skipped', 'cancelled'];

/** Counters and contacts move in one transaction, so they agree at every instant. */
export const checkCounters = (world: CheckedWorld, checker: Checker, at: number): void => {
  for (const campaignId of world.campaignIds) {
    const rows = enrolmentsIn(world.table, campaignId);
    const counters = world.table.peek({ pk: `CAMPAIGN#${campaignId}`, sk: 'COUNTS' });
    const recount: Record<string, number> = { called: 0, answered: 0 };
    for (const status of [...OPEN, ...TERMINAL]) recount[status] = 0;
    for (const row of rows) {
      const status = row.status as string;
      recount[status] = (recount[status] ?? 0) + 1;
      if ((row.attempts as number) > 0) recount.called = (recount.called ?? 0) + 1;
      if (row.last_outcome === 'answered') recount.answered = (recount.answered ?? 0) + 1;
    }
    const wrong = Object.entries(recount).filter(([field, count]) => (counters?.[field] ?? 0) !== count);
    for (const [field, count] of wrong) {
      checker.report('4 counters', `campaign ${campaignId}: ${field} is ${counters?.[field]}, counted ${count}`, at);
    }
  }
};

const OVER = ['ended', 'not_dialed', 'cancelled'];

type Held = ReadonlyMap<unknown, unknown>;

const generationsOf = (held: Item[]): Held => new Map(held.map(({ call_id, generation }) => [call_id, generation]));

/** A claim takes permits with its call and frees them after the call's end, so no call under way lacks them. */
export const checkSlots = (world: CheckedWorld, checker: Checker, at: number): void => {
  const { table, campaignIds } = world;
  const onConnection = generationsOf(permitsIn(table, 'CONNECTION'));
  const ofAccounts = new Map<unknown, Held>();
  const ofAccount = (accountId: unknown): Held => {
    const known = ofAccounts.get(accountId) ?? generationsOf(permitsIn(table, `ACCOUNT#${accountId}`));
    ofAccounts.set(accountId, known);
    return known;
  };
  for (const campaignId of campaignIds) {
    for (const { status, last_call_id: callId } of enrolmentsIn(world.table, campaignId)) {
      if (status !== 'dialing' && status !== 'in_progress') continue;
      const call = callIn(table, callId);
      if (!call || OVER.includes(call.status as string)) continue;
      const lacks = (held: Held): boolean => held.get(callId) !== call.generation;
      const fail = (what: string): void =>
        checker.report('2 slots', `the ${what} of call ${callId} is free, but the call is ${call.status}`, at);
      if (call.channel !== null && lacks(ofAccount(call.account_id))) fail("account's permit");
      if (call.connection_channel !== null && lacks(onConnection)) fail("connection's permit");
    }
  }
};

/** The attempts of a contact that stray calls were, by call id. */
const straysOfRow = (world: CheckedWorld, calls: Item[], row: Item): unknown[] => {
  const strays = new Set([...world.calls.values()].flatMap(({ isStray, callId }) => (isStray ? [callId] : [])));
  const own = calls.filter(({ id, enrolment_id }) => strays.has(id as string) && enrolment_id === row.enrolment_id);
  return own.filter(({ status }) => status === 'ended').map(({ id }) => id);
};

/** What workers failed at too often, parked for an operator. */
export interface DeadLetters {
  callEvents: string[];
  campaign: string[];
  endedCalls: string[];
  erasures: string[];
}

/** What is left when nothing moves any more. */
interface End {
  at: number;
  parked: DeadLetters;
}

/** A person or a mailbox was reached. */
const REACHED = ['answered', 'voicemail'];

/** Who was reached is completed and nobody else, unless other people's decisions came first. */
const checkEnded = (row: Item, checker: Checker, at: number): void => {
  const { status, last_outcome: outcome } = row;
  if (!['completed', 'exhausted', 'failed'].includes(status as string)) return;
  if ((status === 'completed') === REACHED.includes(outcome as string)) return;
  const words = `contact ${row.contact_id} of ${row.campaign_id} is ${status} after ${outcome}`;
  checker.report('5 outcome', words, at);
};

const checkContacts = (world: CheckedWorld, checker: Checker, campaignId: string, { at, parked }: End): void => {
  const calls = [...world.table.all()].filter(({ sk, campaign_id }) => sk === 'CALL' && campaign_id === campaignId);
  for (const row of enrolmentsIn(world.table, campaignId)) {
    checkEnded(row, checker, at);
    const name = `contact ${row.contact_id} of ${campaignId}`;
    const accepted = checker.acceptedOf(row.enrolment_id as string);
    const unknown = calls.filter(
      ({ enrolment_id, outcome, id }) =>
        enrolment_id === row.enrolment_id && outcome === 'unknown' && !accepted.some(({ dial }) => dial.callId === id),
    );
    const dialled = [...accepted.map(({ dial }) => dial.callId), ...unknown.map(({ id }) => id)];
    const strays = straysOfRow(world, calls, row);
    const least = new Set(dialled).size;
    const most = new Set([...dialled, ...strays]).size;
    const attempts = row.attempts as number;
    if (attempts < least || attempts > most)
      checker.report(
        '5 outcome',
        `${name} has ${attempts} attempts, dialled ${least}, or ${most} with stray calls`,
        at,
      );
    const last = calls.find(({ id, enrolment_id }) => id === row.last_call_id && enrolment_id === row.enrolment_id);
    if (last?.status !== 'ended') continue;
    // The news of a corrected outcome waits for an operator.
    if (parked.campaign.some((body) => body.includes(String(last.id)))) continue;
    // Whoever had the call hung up wants no other, whatever came of it.
    const isMissed = last.outcome === 'answered' && row.status !== 'completed' && !last.hang_up_requested_at;
    if (row.last_outcome !== last.outcome || isMissed)
      checker.report(
        '5 outcome',
        `${name}: its call was ${last.outcome}, but it is ${row.status} (${row.last_outcome})`,
        at,
      );
  }
};

const checkCampaign = (world: CheckedWorld, checker: Checker, campaignId: string, end: End): void => {
  const { at } = end;
  const control = controlIn(world.table, campaignId);
  const status = control?.status as string;
  const open = enrolmentsIn(world.table, campaignId).filter((row) => OPEN.includes(row.status as string));
  if (status === 'running' || (status === 'scheduled' && !control?.deleted_at)) {
    checker.report('5 convergence', `campaign ${campaignId} is still ${status}, ${open.length} contacts are open`, at);
  }
  if ((status === 'completed' || status === 'cancelled') && open.length > 0) {
    checker.report('5 convergence', `campaign ${campaignId} is ${status}, but ${open.length} contacts are open`, at);
  }
  const live = open.filter((row) => row.status === 'dialing' || row.status === 'in_progress');
  if (live.length > 0)
    checker.report('5 convergence', `campaign ${campaignId}: ${live.length} contacts seem to be on a call`, at);
  if (control?.active_pk !== undefined) {
    checker.report('5 leftovers', `campaign ${campaignId} is ${status}, but the sweep still looks at it`, at);
  }
  checkContacts(world, checker, campaignId, end);
};

const checkLeftovers = ({ table }: CheckedWorld, checker: Checker, at: number): void => {
  for (const { pk, sk, ...item } of table.all()) {
    if (sk.startsWith('CHANNEL#')) checker.report('5 leftovers', `the channel ${sk} is left`, at);
    if (sk !== 'LINE') continue;
    for (const [field, holder] of Object.entries(item))
      if (field.endsWith('_call_id')) checker.report('5 leftovers', `${pk} is still taken by ${holder}`, at);
  }
};

const checkCalls = (world: CheckedWorld, checker: Checker, at: number, deadLetters: string[]): void => {
  for (const call of world.calls.values()) {
    if (call.isStray && !isTakenUp(world, call)) continue;
    const record = callIn(world.table, call.callId);
    if (String(record?.answered_at ?? '') > String(record?.ended_at ?? ''))
      checker.report('5 outcome', `call ${call.callId} was answered after its end`, at);
    const wanted = record ? rightOutcomes(call, record, deadLetters, world.skewMs) : [];
    if (record?.status !== 'ended' || !wanted.includes(record.outcome as string)) {
      const found = record ? `${record.status}, ${record.outcome}` : 'no call record';
      checker.report('5 outcome', `call ${call.callId} was ${wanted.join(' or ')}, but there is ${found}`, at);
    }
  }
};

/** Everything must have found its end when nothing moves any more. */
export const checkEnd = (world: CheckedWorld, checker: Checker, end: End): void => {
  const { at, parked } = end;
  checkCounters(world, checker, at);
  for (const campaignId of world.campaignIds) checkCampaign(world, checker, campaignId, end);
  checkLeftovers(world, checker, at);
  checkCalls(world, checker, at, parked.callEvents);
};

/** Whatever still waits long after the last fault must wait for a time to come. */
export const checkStuck = (world: CheckedWorld, checker: Checker, at: number): void => {
  const overdueBefore = new Date(at - OVERDUE_MAX_MS).toISOString();
  for (const campaignId of world.campaignIds) {
    const control = controlIn(world.table, campaignId);
    if (control?.deleted_at && control.active_pk !== undefined)
      checker.report('5 leftovers', `campaign ${campaignId} was deleted, but the sweep still looks at it`, at);
    // A few dials a day may not suffice for everybody within the time that worlds have to come to rest.
    if (control?.status !== 'running' || isDaySpentIn(world.table, control.account_id, at)) continue;
    for (const { contact_id, status, next_attempt_at: due } of enrolmentsIn(world.table, campaignId)) {
      if (!OPEN.includes(status as string) || (typeof due === 'string' && due > overdueBefore)) continue;
      checker.report(
        '5 convergence',
        `contact ${contact_id} of ${campaignId} is ${status}, due ${due}, and nothing happens`,
        at,
      );
    }
  }
};
