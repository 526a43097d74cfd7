import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { emptyJournal, openDatabase } from '#infra/local/database/sqlite.ts';
import { filesWith } from '#test/harness/bytes-on-disk.ts';

const SCHEMA = 'CREATE TABLE IF NOT EXISTS words (id INTEGER PRIMARY KEY, word TEXT)';
const SECRET = 'a word that must not be found again';
const LONG = SECRET.repeat(1_000);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  file = join(folder, 'words.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (database: DatabaseSync, id: number, word: string): void =>
  void database.prepare('INSERT OR REPLACE INTO words VALUES (?, ?)').run(id, word);

test('what is deleted, or overwritten by less, is on the disk no more once the journal is empty', () => {
  const database = openDatabase(file, SCHEMA);
  for (let id = 0; id < 200; id += 1) write(database, id, id % 2 === 0 ? LONG : 'kept');
  emptyJournal(database);
  expect(filesWith(folder, SECRET)).not.toEqual([]);
  database.exec("DELETE FROM words WHERE id % 4 = 0; UPDATE words SET word = 'less' WHERE id % 4 = 2");
  emptyJournal(database);
  expect(filesWith(folder, SECRET)).toEqual([]);
  database.close();
});

test('a journal that somebody reads is not emptied, which is an error', () => {
  const database = openDatabase(file, SCHEMA);
  database.exec('PRAGMA busy_timeout = 0');
  write(database, 1, SECRET);
  const reader = new DatabaseSync(file);
  reader.exec('BEGIN; SELECT * FROM words;');
  write(database, 1, 'less');
  expect(() => emptyJournal(database)).toThrow('The journal is in use.');
  reader.close();
  emptyJournal(database);
  expect(filesWith(folder, SECRET)).toEqual([]);
  database.close();
});

test('a file that was written before without care loses what was deleted in it when it is opened', () => {
  const careless = new DatabaseSync(file);
  careless.exec(`PRAGMA secure_delete = OFF; ${SCHEMA}`);
  for (let id = 0; id < 200; id += 1) write(careless, id, LONG);
  careless.exec('DELETE FROM words');
  careless.close();
  expect(filesWith(folder, SECRET)).toEqual([file]);
  const database = openDatabase(file, SCHEMA);
  expect(filesWith(folder, SECRET)).toEqual([]);
  database.close();
});
