import { CONTACT_PREFIX, listSort } from '#shared/store/keys.ts';
import type { Key } from '#shared/store/table/table.ts';

/*
 * Keys of a line: a phone number within a team. Here they name the number; the table gets its keyed hash instead
 * (`hashed-lines.ts`). A function that uses one of them declares `lines`.
 */

/** In the partitions of lines, and in no others. */
export const LINE_MARK = '#LINE#';

/** A line's partition: its callee lock and suppressions, the contacts and calls that have the number, its callback. */
export const linePartition = (teamId: string, phone: string): string => `TEAM#${teamId}${LINE_MARK}${phone}`;

/** What stands for the number in a partition: of a hashed one its hash, by which the line is found as by its number. */
export const phoneOfLine = (partition: string): string => partition.split(LINE_MARK)[1] ?? '';

/** The team whose number has this partition. */
export const teamOfLine = (partition: string): string => partition.split('#')[1] ?? '';

export const LINE_CALL_PREFIX = 'CALL#';
export const LINE_CALLBACK = 'CALLBACK';
const LINE = 'LINE';

/** The callee lock of a line by its partition, hashed or not. */
export const calleeLockIn = (partition: string): Key => ({ pk: partition, sk: LINE });

export const lineKeys = {
  /** A callee lock. */
  calleeLock: (teamId: string, phone: string): Key => calleeLockIn(linePartition(teamId, phone)),
  /** The latest callback of a phone number. */
  callback: (teamId: string, phone: string): Key => ({ pk: linePartition(teamId, phone), sk: LINE_CALLBACK }),
  /** An entry by which a contact is found by its number; entries sort as the list of contacts does. */
  contact: (teamId: string, phone: string, createdAt: string, contactId: string): Key => ({
    pk: linePartition(teamId, phone),
    sk: `${CONTACT_PREFIX}${listSort(createdAt, contactId)}`,
  }),
  /** A call with the number which is of no contact. */
  call: (teamId: string, phone: string, callId: string): Key => ({
    pk: linePartition(teamId, phone),
    sk: `${LINE_CALL_PREFIX}${callId}`,
  }),
  /** A contact that had a number before. */
  former: (teamId: string, phone: string, contactId: string): Key =>
    lineKeys.formerIn(linePartition(teamId, phone), contactId),
  formerIn: (partition: string, contactId: string): Key => ({ pk: partition, sk: `FORMER#${contactId}` }),
  /** How many contacts have a number. */
  contacts: (teamId: string, phone: string): Key => ({ pk: linePartition(teamId, phone), sk: 'CONTACTS' }),
};
