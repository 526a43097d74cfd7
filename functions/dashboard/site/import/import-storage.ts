import { type ImportRecord, readRecord, recordName } from './import-record.ts';
import type { Fingerprint } from './read-file.ts';

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
    return await use((name) => transaction.objectStore(name));
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
export const forgetImport = async (teamId: string, fingerprint: Fingerprint): Promise<void> => {
  const name = recordName(teamId, fingerprint);
  await withStores('readwrite', (store) => answered(store(RECORDS).delete(name)));
  await withStores('readwrite', (store) => answered(store(FILES).delete(name)));
};

/** An import of the team that a reload or a closed page interrupted; null where there is none. */
export const interruptedImport = async (teamId: string): Promise<KeptImport | null> => {
  const kept = await withStores('readonly', (store) => answered<unknown[]>(store(RECORDS).getAll()));
  const record = kept.map(readRecord).find((one) => one !== null && one.teamId === teamId && !one.isDone);
  if (!record) return null;
  const name = recordName(teamId, record.fingerprint);
  const file = await withStores('readonly', (store) => answered<unknown>(store(FILES).get(name)));
  return file instanceof File ? { record, file } : null;
};

/** Whoever signs out leaves no list of people behind. */
export const forgetAllImports = (): void => {
  indexedDB.deleteDatabase(DATABASE);
};
