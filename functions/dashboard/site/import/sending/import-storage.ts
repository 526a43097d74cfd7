import type { Fingerprint } from '#functions/dashboard/site/import/reading/read-file.ts';
import { type ImportRecord, readRecord, recordName } from './import-record.ts';

/** The file of an import and how far it is, kept in this browser until it is done. */
export interface KeptImport {
  record: ImportRecord;
  file: File;
}

const DATABASE = 'imports';
const RECORDS = 'records';
const FILES = 'files';

const answered = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** What was written is there only once its transaction is complete: the room may be used up. */
const completed = (transaction: IDBTransaction): Promise<void> => {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  // A refused request is told by itself.
  ended.catch(() => undefined);
  return ended;
};

const opened = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE);
  request.onupgradeneeded = () => {
    for (const store of [RECORDS, FILES]) request.result.createObjectStore(store);
  };
  return answered(request);
};

const withStores = async <Value>(
  mode: IDBTransactionMode,
  use: (store: (name: string) => IDBObjectStore) => Promise<Value>,
): Promise<Value> => {
  const database = await opened();
  try {
    const transaction = database.transaction([RECORDS, FILES], mode);
    const ended = completed(transaction);
    const value = await use((name) => transaction.objectStore(name));
    await ended;
    return value;
  } finally {
    database.close();
  }
};

export const keepFile = (teamId: string, fingerprint: Fingerprint, file: File): Promise<unknown> =>
  withStores('readwrite', (store) => answered(store(FILES).put(file, recordName(teamId, fingerprint))));

export const keepRecord = async (record: ImportRecord): Promise<void> => {
  const name = recordName(record.teamId, record.fingerprint);
  await withStores('readwrite', (store) => answered(store(RECORDS).put(record, name)));
};

/** Once an import is done or given up, nothing of it stays in the browser. */
export const forgetImport = async (teamId: string, fingerprint: Pick<Fingerprint, 'hash'>): Promise<void> => {
  const name = recordName(teamId, fingerprint);
  await withStores('readwrite', (store) =>
    Promise.all([RECORDS, FILES].map((kept) => answered(store(kept).delete(name)))),
  );
};

/** The record of an import of this file that is not done; null where there is none. */
export const unfinishedRecord = async (
  teamId: string,
  fingerprint: Pick<Fingerprint, 'hash'>,
): Promise<ImportRecord | null> => {
  const name = recordName(teamId, fingerprint);
  const record = readRecord(await withStores('readonly', (store) => answered<unknown>(store(RECORDS).get(name))));
  return record === null || record.isDone ? null : record;
};

/** An import of the team that a reload or a closed page interrupted; null where there is none. */
export const interruptedImport = (teamId: string): Promise<KeptImport | null> =>
  withStores('readonly', async (store) => {
    const kept = await answered<unknown[]>(store(RECORDS).getAll());
    for (const record of kept.map(readRecord)) {
      if (record === null || record.teamId !== teamId || record.isDone) continue;
      const file = await answered<unknown>(store(FILES).get(recordName(teamId, record.fingerprint)));
      if (file instanceof File) return { record, file };
    }
    return null;
  });

/** Whoever signs out leaves no list of people behind. */
export const forgetAllImports = (): void => {
  try {
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    // A browser that lets nothing be kept has kept nothing.
  }
};
