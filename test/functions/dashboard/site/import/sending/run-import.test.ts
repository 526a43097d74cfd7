import { describe, expect, test } from '@jest/globals';
import { suggestMapping } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { planImport } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { type CsvFile, readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';
import {
  type ImportRecord,
  type ImportSettings,
  readRecord,
  recordName,
  recordOf,
} from '#functions/dashboard/site/import/sending/import-record.ts';
import { countsOf, duplicateRows, failedRows, type Run } from '#functions/dashboard/site/import/sending/import-run.ts';
import { prepareRun, runImport } from '#functions/dashboard/site/import/sending/run-import.ts';
import { type Fate, newBulkService } from '#test/functions/dashboard/site/import/bulk-service.ts';

type Service = ReturnType<typeof newBulkService>;

const HOUR_MS = 3_600_000;
const ROWS = 20_000;
/** Every hundredth row has no number, every thousandth repeats one, and two cannot be sent. */
const bigFile = (): string => {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    if (at === 5 || at === 19_999) return `Ada ${at},1.41555E+10`;
    if (at % 1_000 === 999) return `Ada ${at},+1415556${String(at - 1).padStart(5, '0')}`;
    return `Ada ${at},${at % 100 === 50 ? '' : `+1415556${String(at).padStart(5, '0')}`}`;
  });
  return `First name,Phone\n${rows.join('\n')}\n`;
};
const IN_FILE = { failed: 2, duplicates: 19, withoutNumber: ROWS / 100 };

const fileOf = async (csv: string): Promise<CsvFile> => {
  const read = await readCsv(csv);
  if (!read.ok) throw new Error(read.problem);
  return read.file;
};

/** The browser's storage, as JSON. */
const newStorage = () => {
  const kept = new Map<string, string>();
  return {
    save: async (record: ImportRecord): Promise<void> => {
      kept.set(recordName(record.teamId, record.fingerprint), JSON.stringify(record));
    },
    load: (teamId: string, file: CsvFile): ImportRecord | null =>
      readRecord(JSON.parse(kept.get(recordName(teamId, file.fingerprint)) ?? 'null')),
  };
};
type Storage = ReturnType<typeof newStorage>;

const newSettings = (file: CsvFile, runId: string, startedAtMs: number): ImportSettings => ({
  runId,
  teamId: 'team_1',
  fingerprint: file.fingerprint,
  mapping: suggestMapping(file.headers),
  options: { country: null, hasCompany: true, missingNames: 'dash' },
  companies: { chosenId: 'comp_1', ids: {} },
  startedAtMs,
});

/** Opens a page, chooses the file and imports: what an unfinished import of it has left is taken up. */
const importIt = async (csv: string, service: Service, storage: Storage, runId = 'run_1') => {
  const file = await fileOf(csv);
  const left = storage.load('team_1', file);
  const record = left?.isDone === false ? left : null;
  const settings = record ?? newSettings(file, runId, service.ports.nowMs());
  const plan = await planImport(file.rows, settings.mapping, settings.options);
  const { run, isResumed } = await prepareRun(plan, settings, { record });
  return { isResumed, run: await runImport(run, settings, { ...service.ports, save: storage.save }) };
};

/** The page is closed at once when so many requests have been sent. */
const closedAfter = (service: Service, requests: number): Service => ({
  ...service,
  ports: {
    ...service.ports,
    send: async (request) => {
      const answer = await service.ports.send(request);
      if (service.requests.length >= requests) throw new PageClosed();
      return answer;
    },
    sleep: () => Promise.reject(new PageClosed()),
  },
});
class PageClosed extends Error {}

const phonesOf = ({ contacts }: Service): string[] => contacts.flatMap(({ phone }) => phone ?? []);

const expectWhole = (run: Run, service: Service): void => {
  const created = ROWS - IN_FILE.failed - IN_FILE.duplicates;
  expect(countsOf(run)).toEqual({
    total: ROWS,
    created,
    duplicates: IN_FILE.duplicates,
    failed: IN_FILE.failed,
    open: 0,
  });
  expect(service.contacts).toHaveLength(created);
  expect(new Set(phonesOf(service)).size).toBe(created - IN_FILE.withoutNumber);
};

describe('20,000 rows', () => {
  test('are imported, each once, and the counts are the truth', async () => {
    const service = newBulkService();
    const { run } = await importIt(bigFile(), service, newStorage());
    expect(service.requests).toHaveLength(40);
    expectWhole(run, service);
    expect(failedRows(run).map(({ row }) => row)).toEqual([7, 20_001]);
    expect(duplicateRows(run)[0]).toEqual({
      row: 1_001,
      reason: 'Row 1000 of this file has the number +141555600998 already.',
    });
  });

  test.each([1, 2, 17, 40])(
    'are imported, each once, by a page that is closed at request %i and opened again',
    async (at) => {
      const [service, storage, csv] = [newBulkService(), newStorage(), bigFile()];
      await expect(importIt(csv, closedAfter(service, at), storage)).rejects.toThrow(PageClosed);
      const { run, isResumed } = await importIt(csv, service, storage);
      expect([isResumed, service.requests.length]).toEqual([true, 40 + 1]);
      expectWhole(run, service);
    },
  );

  test('are imported, each once, over a line on which every third answer is lost', async () => {
    const fates = Array.from({ length: 200 }, (_, at): Fate => (at % 3 === 0 ? 'answer lost' : 'answered'));
    const service = newBulkService(fates);
    expectWhole((await importIt(bigFile(), service, newStorage())).run, service);
  });
});

const SMALL = 'First name,Phone\nAda,+14155550100\nBob,\nEve,+14155550102\nMia,+14155550103\n';

test('a file that is imported once more is imported anew: all its numbers are known then', async () => {
  const [service, storage] = [newBulkService(), newStorage()];
  await importIt(SMALL, service, storage, 'run_1');
  const { run, isResumed } = await importIt(SMALL, service, storage, 'run_2');
  expect(isResumed).toBe(false);
  expect(countsOf(run)).toEqual({ total: 4, created: 1, duplicates: 3, failed: 0, open: 0 });
});

describe('when the service has forgotten the request whose answer was lost', () => {
  const resumeLate = async (hoursLater: number, before: (service: Service) => void = () => undefined) => {
    const [service, storage] = [newBulkService(), newStorage()];
    before(service);
    await expect(importIt(SMALL, closedAfter(service, 1), storage)).rejects.toThrow(PageClosed);
    service.pass(hoursLater * HOUR_MS);
    return { service, ...(await importIt(SMALL, service, storage)) };
  };

  test('what it created counts as created, what others did as duplicate, and nothing is created twice', async () => {
    const { service, run } = await resumeLate(25, (others) => {
      others.add({ firstName: 'Old', phone: '+14155550103' });
      others.pass(HOUR_MS);
    });
    expect(phonesOf(service)).toEqual(['+14155550103', '+14155550100', '+14155550102']);
    expect(countsOf(run)).toEqual({ total: 4, created: 2, duplicates: 1, failed: 1, open: 0 });
    expect(duplicateRows(run).map(({ row }) => row)).toEqual([5]);
  });

  test('a row without a number fails in words, because nobody can tell', async () => {
    const { service, run } = await resumeLate(25);
    expect(failedRows(run)).toEqual([{ row: 3, reason: expect.stringMatching(/lost more than a day ago/) }]);
    expect(service.contacts.filter(({ firstName }) => firstName === 'Bob')).toHaveLength(1);
  });

  test('and before that, its own answer still tells', async () => {
    const { service, run } = await resumeLate(22);
    expect(countsOf(run)).toEqual({ total: 4, created: 4, duplicates: 0, failed: 0, open: 0 });
    expect(service.contacts).toHaveLength(4);
  });

  test('a lost request that never arrived is just sent', async () => {
    const [service, storage] = [newBulkService(['never arrived']), newStorage()];
    const closed = { ...service, ports: { ...service.ports, sleep: () => Promise.reject(new PageClosed()) } };
    await expect(importIt(SMALL, closed, storage)).rejects.toThrow(PageClosed);
    service.pass(48 * HOUR_MS);
    const { run } = await importIt(SMALL, service, storage);
    expect(countsOf(run)).toMatchObject({ created: 3, duplicates: 0, failed: 1 });
  });
});

describe('a record', () => {
  const recordOfSmall = async () => {
    const [file, service] = [await fileOf(SMALL), newBulkService()];
    const settings = newSettings(file, 'run_1', 0);
    const plan = await planImport(file.rows, settings.mapping, settings.options);
    const { run } = await prepareRun(plan, settings);
    return { plan, settings, record: recordOf(settings, run), service };
  };

  test('of other settings is not taken up', async () => {
    const { plan, settings, record } = await recordOfSmall();
    const other = { ...settings, companies: { chosenId: 'comp_2', ids: {} } };
    expect((await prepareRun(plan, other, { record })).isResumed).toBe(false);
    expect((await prepareRun(plan, settings, { record })).isResumed).toBe(true);
  });

  test('survives the storage of a browser, and one of another release is none', async () => {
    const { record } = await recordOfSmall();
    expect(readRecord(structuredClone(record))).toEqual(record);
    expect(readRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
    expect([readRecord({ ...record, version: 0 }), readRecord(null), readRecord('x'), readRecord(undefined)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('is named by the team and the content of the file, whatever the file is called', async () => {
    const file = await fileOf(SMALL);
    expect(recordName('team_1', file.fingerprint)).toBe(
      recordName('team_1', { ...file.fingerprint, hash: file.fingerprint.hash }),
    );
    expect(recordName('team_2', file.fingerprint)).not.toBe(recordName('team_1', file.fingerprint));
  });
});
