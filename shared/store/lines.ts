import { keys } from './keys.ts';
import { absent, anyOf, differs, equals, type TableReader, type UpdateOperation } from './table.ts';

/** A callee's number inside a team, whichever contacts have it. */
export interface LineRecord {
  do_not_call?: boolean;
  /** The contact that had this number last. */
  contact_id?: string;
  live_call_id?: string;
}

export const getLines = (table: TableReader, teamId: string, phones: string[]) =>
  table.getMany<LineRecord>(phones.map((phone) => keys.line(teamId, phone)));

/** Takes the number for one live call; a second call to it, or a do-not-call mark, loses. */
export const takeLine = (teamId: string, phone: string, callId: string): UpdateOperation => ({
  update: keys.line(teamId, phone),
  set: { live_call_id: callId },
  when: [
    anyOf(absent('do_not_call'), differs('do_not_call', true)),
    anyOf(absent('live_call_id'), equals('live_call_id', callId)),
  ],
});

export const releaseLine = (teamId: string, phone: string, callId: string): UpdateOperation => ({
  update: keys.line(teamId, phone),
  remove: ['live_call_id'],
  when: [equals('live_call_id', callId)],
});
