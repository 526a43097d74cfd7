import type { TeamRecord } from '#shared/store/accounts.ts';
import { noteOnLine } from '#shared/store/call/line-calls.ts';
import { restoredCall } from '#shared/store/call/stored-call.ts';
import { lists } from '#shared/store/keys.ts';
import { addRetention } from '#shared/store/privacy/retentions.ts';
import { absent, equals, present, type WriteOperation } from '#shared/store/table/table.ts';
import type { RawItem } from '#shared/store/table/walk-table.ts';
import type { Carried, CarryContext, Step } from './step.ts';

/*
 * Version 4 named a phone number within a team by itself, knew no call by its number alone, hid a released claim from
 * every list, and had no team's calls looked at for what has outlived its retention.
 */

const PLAIN_LINE = /^TEAM#[^#]*#LINE#(?!~)/;

const isPlainLine = ({ pk }: RawItem): boolean => PLAIN_LINE.test(pk);

/** `wid` marks the latest write of an item; one that was made without it is only known to be there. */
const unwritten = ({ wid }: RawItem) => [wid === undefined ? present('pk') : equals('wid', wid)];

const moved = (item: RawItem, { hash }: CarryContext): Carried => {
  const { pk, sk, wid: _, ...attributes } = item;
  return {
    what: 'entries of phone numbers, now hashed',
    operations: [
      { put: { ...attributes, pk: hash(pk), sk }, when: [absent('pk')] },
      { delete: { pk, sk }, when: unwritten(item) },
    ],
  };
};

const hashedNotes = (item: RawItem, { hash }: CarryContext): Carried[] =>
  noteOnLine(restoredCall(item)).map(({ put }) => ({
    what: 'calls of no contact, now found by their number',
    operations: [{ put: { ...put, pk: hash(put.pk) }, when: [absent('pk')] }],
  }));

const listed = (item: RawItem): Carried[] => {
  const { pk, sk, list_pk, list_sk, contact_id } = item;
  if (list_pk !== undefined || list_sk === undefined) return [];
  const update: WriteOperation = {
    update: { pk, sk },
    set: { list_pk: lists.releasedCalls((contact_id as string | undefined) ?? null) },
    when: [absent('list_pk'), present('list_sk'), ...unwritten(item)],
  };
  return [{ what: 'released claims, now found by their contact', operations: [update] }];
};

const looked = (item: RawItem, { now }: CarryContext): Carried => ({
  what: 'teams, now looked at for retention',
  operations: [addRetention(item as unknown as TeamRecord, now)],
});

export const from4To5: Step = {
  from: 4,
  to: 5,
  isOld: isPlainLine,
  carry(item, context) {
    if (isPlainLine(item)) return [moved(item, context)];
    if (item.sk === 'CALL' && item.pk.startsWith('CALL#')) return [...listed(item), ...hashedNotes(item, context)];
    return item.sk === 'TEAM' && item.pk.startsWith('TEAM#') ? [looked(item, context)] : [];
  },
};
