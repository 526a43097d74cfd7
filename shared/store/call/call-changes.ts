import type { Usage } from '#shared/domain/call/cost.ts';
import { withoutEnded } from '#shared/domain/privacy/ended-parts.ts';
import { impersonal } from '#shared/domain/privacy/erased-call.ts';
import { activeKey, keys, listSort, lists } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import {
  type Attributes,
  absent,
  anyOf,
  type CheckOperation,
  differs,
  equals,
  type PutOperation,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import { type CallRecord, indexedStatus, shownStatus } from './calls.ts';
import { noteOnLine } from './line-calls.ts';
import { storedChanges, storedFields } from './stored-call.ts';

/** The list's position and filters. */
export const indexed = (call: CallRecord): Attributes => ({
  ix: {
    status: indexedStatus(shownStatus(call)),
    direction: call.direction,
    ...(call.campaign_id && { campaign_id: call.campaign_id }),
    ...(call.contact_id && { contact_id: call.contact_id }),
    ...(call.assistant_id && { assistant_id: call.assistant_id }),
    ...(call.outcome && { outcome: call.outcome }),
  },
  list_pk: lists.calls(call.team_id),
  list_sk: listSort(call.created_at, call.id),
});

/** Creates the call of an attempt. Its id follows from the attempt, so only one that was not dialled may be replaced. */
export const claimCall = (call: CallRecord): PutOperation => ({
  put: { ...keys.call(call.id), ...storedFields(call), ...indexed(call) },
  when: [anyOf(absent('pk'), equals('status', 'not_dialed'), equals('status', 'cancelled'))],
});

/** Creates a standalone call, which the sweep watches until the call has ended and holds nothing. */
export const addStandaloneCall = (call: CallRecord): [PutOperation, ...PutOperation[]] => [
  {
    put: { ...keys.call(call.id), ...storedFields(call), ...indexed(call), ...activeKey(call.id) },
    when: [absent('pk')],
  },
  ...noteOnLine(call),
];

/** For an ended call that holds nothing any more. */
export const leaveCallSweep = (call: CallRecord): UpdateOperation => ({
  update: keys.call(call.id),
  remove: ['active_pk', 'active_sk'],
  when: [equals('status', 'ended')],
});

/**
 * Changes a call if it is still the version that was read. The loser reads again. Of an erased call it writes nothing
 * of the person, and of one whose words or recording have ended none of these.
 */
export const changeCall = (before: CallRecord, given: Partial<CallRecord>): Change<CallRecord> => {
  const kept = withoutEnded(before, given);
  return changeWhole(before, before.erased_at === null ? kept : impersonal(kept));
};

/** Erases a call: what is told of its person, or also by which ids the carrier knows it. */
export const eraseCallRecord = (before: CallRecord, personal: Partial<CallRecord>, now: Date): Change<CallRecord> =>
  changeWhole(before, { ...personal, erased_at: before.erased_at ?? now.toISOString() });

const changeWhole = (before: CallRecord, changes: Partial<CallRecord>): Change<CallRecord> => {
  const hidden = changes.status === 'not_dialed';
  const shownAgain = before.status === 'not_dialed' && changes.status !== undefined && !hidden;
  const version = before.version + 1;
  return {
    operation: {
      update: keys.call(before.id),
      set: {
        ...storedChanges(changes),
        version,
        ...(changes.status && { 'ix.status': indexedStatus(shownStatus({ ...before, ...changes })) }),
        ...(hidden && { list_pk: lists.releasedCalls(before.contact_id) }),
        ...(shownAgain && { list_pk: lists.calls(before.team_id) }),
        // The partition of its list tells the team otherwise.
        ...(hidden && { team_id: before.team_id }),
      },
      when: [equals('version', before.version), equals('generation', before.generation)],
    },
    after: { ...before, ...changes, version },
  };
};

/** Lets a transaction pass only until the call has ended. */
export const unlessEnded = (callId: string): CheckOperation => ({
  check: keys.call(callId),
  when: [differs('status', 'ended')],
});

/** Lets a transaction pass only until the call differs from what was read. */
export const unlessChanged = (call: CallRecord): CheckOperation => ({
  check: keys.call(call.id),
  when: [equals('version', call.version)],
});

/** Stores a call's usage as counted in the campaign's sum. Loses against a concurrent change of the call. */
export const countedUsage = (call: CallRecord, usage: Usage): UpdateOperation => ({
  update: keys.call(call.id),
  set: storedChanges({ usage, usage_counted: usage, version: call.version + 1 }),
  when: [equals('version', call.version)],
});
