import { join } from 'node:path';
import { openDatabase } from '#infra/local/database/sqlite.ts';
import type { Json } from '#infra/local/process/json-http.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS schedules (
    group_name TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, client_token TEXT,
    due_at INTEGER, created_at INTEGER NOT NULL, modified_at INTEGER NOT NULL, revision INTEGER NOT NULL,
    PRIMARY KEY (group_name, name));
  CREATE INDEX IF NOT EXISTS schedules_by_due_time ON schedules (due_at);
`;

/** Times in milliseconds since the epoch. */
export interface StoredSchedule {
  group: string;
  name: string;
  /** The request body that created or last replaced it. */
  definition: Json;
  clientToken: string | null;
  /** Null once it has fired, or while it is disabled. */
  dueAt: number | null;
  createdAt: number;
  modifiedAt: number;
  /** Changes with every update, so that a firing never deletes a schedule that was updated meanwhile. */
  revision: number;
}

type Row = Record<string, unknown>;

const scheduleOf = (row: Row): StoredSchedule => ({
  group: String(row.group_name),
  name: String(row.name),
  definition: JSON.parse(String(row.definition)) as Json,
  clientToken: row.client_token as string | null,
  dueAt: row.due_at as number | null,
  createdAt: Number(row.created_at),
  modifiedAt: Number(row.modified_at),
  revision: Number(row.revision),
});

export type ScheduleStore = ReturnType<typeof openScheduleStore>;

export const openScheduleStore = (stateDir: string) => {
  const database = openDatabase(join(stateDir, 'scheduler.db'), SCHEMA);
  const find = database.prepare('SELECT * FROM schedules WHERE group_name = ? AND name = ?');
  const put = database.prepare(`INSERT OR REPLACE INTO schedules
    (group_name, name, definition, client_token, due_at, created_at, modified_at, revision)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const remove = database.prepare('DELETE FROM schedules WHERE group_name = ? AND name = ?');
  const removeRevision = database.prepare(
    'DELETE FROM schedules WHERE group_name = ? AND name = ? AND revision = ? AND created_at = ?',
  );
  const finishRevision = database.prepare(
    'UPDATE schedules SET due_at = NULL WHERE group_name = ? AND name = ? AND revision = ? AND created_at = ?',
  );
  const due = database.prepare('SELECT * FROM schedules WHERE due_at <= ? ORDER BY due_at');
  const next = database.prepare('SELECT MIN(due_at) AS due_at FROM schedules WHERE due_at > ?');
  const list = database.prepare(`SELECT * FROM schedules
    WHERE (group_name || '/' || name) > ? AND (? = '' OR group_name = ?) AND substr(name, 1, length(?)) = ?
    ORDER BY group_name || '/' || name`);

  return {
    find(group: string, name: string): StoredSchedule | undefined {
      const row = find.get(group, name);
      return row && scheduleOf(row);
    },
    put: ({ group, name, definition, clientToken, dueAt, createdAt, modifiedAt, revision }: StoredSchedule) =>
      void put.run(group, name, JSON.stringify(definition), clientToken, dueAt, createdAt, modifiedAt, revision),
    /** False if there was none. */
    remove: (group: string, name: string): boolean => remove.run(group, name).changes > 0,
    /** Settles a schedule that has fired, unless it was changed meanwhile. */
    settle({ group, name, revision, createdAt }: StoredSchedule, deleteIt: boolean): void {
      (deleteIt ? removeRevision : finishRevision).run(group, name, revision, createdAt);
    },
    due: (now: number): StoredSchedule[] => due.all(now).map(scheduleOf),
    nextDueAt: (now: number): number | undefined => (next.get(now)?.due_at as number | null) ?? undefined,
    /** Sorted by `group/name`, beginning after `after`. */
    list: (group: string, namePrefix: string, after: string): StoredSchedule[] =>
      list.all(after, group, group, namePrefix, namePrefix).map(scheduleOf),
    close: () => database.close(),
  };
};
