import {
  type SuppressionReason,
  type SuppressionSource,
  type SuppressionSources,
  shownSource,
  shownSources,
  withoutContacts,
  withSource,
} from '#shared/domain/call/suppression.ts';
import { chunked } from '#shared/domain/lists.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { type Suppression, toSuppression } from '#shared/schemas/suppression.ts';
import { counterOwners, listSort, lists } from '#shared/store/keys.ts';
import { type CalleeLockRecord, calleeLockKey, getCalleeLocks } from '#shared/store/limits/callee-locks.ts';
import { countSpread, spreadShardFor } from '#shared/store/table/counters.ts';
import { readPage, searched, searchText } from '#shared/store/table/lists.ts';
import { readShown } from '#shared/store/table/shown-items.ts';
import {
  absent,
  equals,
  type TableReader,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table/table.ts';

/** Numbers of a team as they were read, by phone. */
export type Lines = ReadonlyMap<string, CalleeLockRecord | undefined>;

export const readLines = async (table: TableReader, teamId: string, phones: string[]): Promise<Lines> => {
  const locks = await getCalleeLocks(table, teamId, phones);
  return new Map(phones.map((phone, at) => [phone, locks[at]]));
};

export const sourcesOf = (line: CalleeLockRecord | undefined): SuppressionSources => line?.suppressions ?? [];

export const isSuppressed = (line: CalleeLockRecord | undefined): boolean => sourcesOf(line).length > 0;

/** An erased person's number is suppressed, and in no list. */
export const isListed = (line: CalleeLockRecord | undefined): boolean => shownSource(sourcesOf(line)) !== undefined;

/** Numbers of one group share a counter; numbers of different groups never meet on one. */
export const counterGroupOf = (phone: string): number => spreadShardFor(phone);

/** What suppresses a number after a change. */
interface LineChange {
  phone: string;
  sources: SuppressionSources;
}

const listed = (teamId: string, phone: string, { created_at }: SuppressionSource) => ({
  phone,
  ix: { text: searchText([phone]) },
  list_pk: lists.suppressions(teamId),
  list_sk: listSort(created_at, phone),
});

const changeLine = (
  teamId: string,
  line: CalleeLockRecord | undefined,
  { phone, sources }: LineChange,
): UpdateOperation => {
  const shown = shownSource(sources);
  const version = line?.suppressions_version;
  return {
    update: calleeLockKey(teamId, phone),
    set: {
      do_not_call: sources.length > 0,
      suppressions: sources,
      suppressions_version: (version ?? 0) + 1,
      ...(shown && listed(teamId, phone, shown)),
    },
    ...(!shown && { remove: ['list_pk', 'list_sk', 'ix', 'phone'] }),
    when: [version === undefined ? absent('suppressions_version') : equals('suppressions_version', version)],
  };
};

/**
 * Changes what suppresses numbers of a team, and with it their marks, their places in the list and its count. Holds
 * only while what suppresses each is what was read: whoever loses to another change, even to one that changes nothing,
 * reads again.
 */
export const changeSuppressions = (teamId: string, lines: Lines, changes: LineChange[]): WriteOperation[] => {
  const differences = changes.map(({ phone, sources }) => ({
    name: phone,
    difference: Number(shownSource(sources) !== undefined) - Number(isListed(lines.get(phone))),
  }));
  return [
    ...changes.map((change) => changeLine(teamId, lines.get(change.phone), change)),
    ...countSpread(counterOwners.suppressions(teamId), differences),
  ];
};

/** What marks the numbers of a contact: somebody's change of it, or what was said on a call. */
export type MarkReason = Extract<SuppressionReason, 'contact' | 'said_on_call'>;

/** Suppresses numbers for the whole team, so that other contacts with them are not dialled either. */
export const suppressNumbers = (
  teamId: string,
  phones: string[],
  reason: MarkReason,
  lines: Lines,
  created_at: string,
): WriteOperation[] => {
  const source = { reason, note: null, created_at };
  const changes = phones.map((phone) => ({ phone, sources: withSource(sourcesOf(lines.get(phone)), source) }));
  return changeSuppressions(teamId, lines, changes);
};

/** Lifts what contacts or words on a call brought, whichever contact that was. */
const liftNumbers = (teamId: string, phones: string[], lines: Lines): WriteOperation[] => {
  const marked = phones.filter((phone) => lines.get(phone)?.do_not_call);
  const changes = marked.map((phone) => ({ phone, sources: withoutContacts(sourcesOf(lines.get(phone))) }));
  return changeSuppressions(teamId, lines, changes);
};

/** Numbers that a change of a contact suppresses, or of which it lifts what contacts brought. */
export interface Marking {
  phones: string[];
  do_not_call: boolean;
}

type CallFields = Partial<Pick<Contact, 'do_not_call' | 'phone' | 'phone_secondary'>>;

/** Whether a change of a contact says anything about who may be called. */
export const touchesCalls = ({ do_not_call, phone, phone_secondary }: CallFields): boolean =>
  do_not_call !== undefined || phone !== undefined || phone_secondary !== undefined;

export const markingOf = (
  changes: CallFields,
  isMarked: boolean,
  { had, has }: { had: string[]; has: string[] },
): Marking => {
  if (changes.do_not_call === false) return { phones: has, do_not_call: false };
  // A number that it gave up stays closed too.
  const phones = isMarked && touchesCalls(changes) ? [...new Set([...has, ...had])] : [];
  return { phones, do_not_call: true };
};

/** A contact's numbers as they were read, and why a change of it suppresses them. */
interface Reading {
  lines: Lines;
  reason: MarkReason;
}

/** For changes that touch no calls. */
export const UNREAD: Reading = { lines: new Map(), reason: 'contact' };

export const applyMarking = (
  teamId: string,
  { phones, do_not_call }: Marking,
  { lines, reason }: Reading,
  now: Date,
): WriteOperation[] =>
  do_not_call ? suppressNumbers(teamId, phones, reason, lines, now.toISOString()) : liftNumbers(teamId, phones, lines);

/** Newest first; `search` by digits, whatever stands between them. A search without any digit finds nothing. */
export const listSuppressions = async (
  table: TableReader,
  teamId: string,
  search: string | undefined,
  page: { limit: number; offset: number },
): Promise<{ items: Suppression[]; count: number }> => {
  const digits = search?.replaceAll(/[^0-9]/g, '');
  if (search && !digits) return { items: [], count: 0 };
  const { items, count } = await readPage<CalleeLockRecord & { phone: string }>(table, {
    list: lists.suppressions(teamId),
    counter: counterOwners.suppressions(teamId),
    filter: searched(digits),
    ...page,
  });
  const shown = items.flatMap((line) => {
    const source = shownSource(sourcesOf(line));
    return source ? [toSuppression(line.phone, source)] : [];
  });
  return { items: shown, count };
};

/** Numbers that are read together. */
const READ_TOGETHER = 100;

/** Every number that the team's list shows, with all that may be shown of it, some at a time. May lag by moments. */
export async function* readListed(
  table: TableReader,
  teamId: string,
): AsyncGenerator<{ phone: string; sources: SuppressionSource[] }[]> {
  const entries = await table.query<object>({
    index: 'list',
    partition: lists.suppressions(teamId),
    fields: ['pk', 'sk'],
  });
  for (const some of chunked(entries, READ_TOGETHER)) {
    const lines = await readShown<CalleeLockRecord & { phone: string }>(table, some);
    yield lines
      .filter((line) => line !== undefined)
      .map((line) => ({ phone: line.phone, sources: shownSources(sourcesOf(line)) }));
  }
}
