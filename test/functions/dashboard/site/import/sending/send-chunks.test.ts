import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  countsOf,
  duplicateRows,
  failedRows,
  newRun,
  openRows,
  type Run,
} from '#functions/dashboard/site/import/sending/import-run.ts';
import {
  contactOutcome,
  type SendAnswer,
  suppressionOutcome,
  verdictOn,
} from '#functions/dashboard/site/import/sending/read-answer.ts';
import { type SendPorts, sendChunks, waitMs } from '#functions/dashboard/site/import/sending/send-chunks.ts';
import { type Fate, newBulkService } from '#test/functions/dashboard/site/import/bulk-service.ts';

const NAMES = ['Ada', 'Bob', 'Refused', 'Eve', 'Ada'];
/** Requests for these numbers of rows; every fifth contact is refused. */
const runOf = (...sizes: number[]): Run => {
  let row = 1;
  const chunks = sizes.map((size, at) => {
    const rows = Array.from({ length: size }, () => ++row);
    const contacts = rows.map((each) => ({ firstName: NAMES[each % NAMES.length], phone: `+1415555${each + 1_000}` }));
    return { key: `key ${at}`, body: JSON.stringify({ contacts }), rows };
  });
  return newRun(row - 1 + 2, chunks, {
    failed: [{ row: 1_000, reason: 'It is wrong.' }],
    duplicates: [{ row: 1_001, reason: 'It is known.' }],
  });
};

const unsaved = async (): Promise<void> => undefined;
const sendAll = (run: Run, ports: Omit<SendPorts, 'save'> & Partial<SendPorts>, more: object = {}): Promise<Run> =>
  sendChunks({ run, ports: { save: unsaved, ...ports }, read: contactOutcome, ...more });

const sumOf = (run: Run): number => {
  const { created, duplicates, failed, open } = countsOf(run);
  return created + duplicates + failed + open;
};

describe('a run', () => {
  test('sends every request once, in order, and its counts are what the service has', async () => {
    const service = newBulkService();
    service.add({ firstName: 'Old', phone: '+14155551004' });
    const run = await sendAll(runOf(5, 3), service.ports);
    expect(run.status).toBe('done');
    expect(service.requests.map(({ key }) => key)).toEqual(['key 0', 'key 1']);
    expect(countsOf(run)).toEqual({ total: 10, created: 5, duplicates: 2, failed: 3, open: 0 });
    expect(service.contacts).toHaveLength(1 + 5);
    expect(duplicateRows(run)).toEqual([
      { row: 4, reason: 'The contact cont_0 has this number already.' },
      { row: 1_001, reason: 'It is known.' },
    ]);
    expect(failedRows(run).map(({ reason }) => reason)).toEqual([
      'firstName is refused',
      'firstName is refused',
      'It is wrong.',
    ]);
  });

  test('without requests is done', () => {
    expect(newRun(0, []).status).toBe('done');
  });

  test('sends again what got no answer, under the same key, and creates nothing twice', async () => {
    const service = newBulkService(['answer lost', 'never arrived', 'busy', 'in flight', 'failed', 'garbled']);
    const run = await sendAll(runOf(5), service.ports);
    expect(new Set(service.requests.map(({ key }) => key))).toEqual(new Set(['key 0']));
    expect([run.status, countsOf(run).created, service.contacts.length]).toEqual(['done', 4, 4]);
    expect(service.waitsMs).toEqual([1_000, 2_000, 7_000, 8_000, 16_000, 30_000]);
  });

  test('tells the person why it waits', async () => {
    const told: (string | null)[] = [];
    const onChange = ({ status, words }: Run): unknown => told.push(status === 'waiting' ? words : null);
    await sendAll(runOf(1), newBulkService(['busy', 'never arrived']).ports, { onChange });
    expect(told.filter((words) => words !== null)).toEqual(['Too many requests.', 'The service did not answer.']);
  });

  test('stops when the service stays silent, and goes on where it was', async () => {
    const service = newBulkService(['answered', ...Array<Fate>(8).fill('never arrived')]);
    const stopped = await sendAll(runOf(5, 3), service.ports);
    expect([stopped.status, stopped.words, countsOf(stopped).open]).toEqual([
      'stopped',
      'The service did not answer.',
      3,
    ]);
    expect(openRows(stopped).map(({ row }) => row)).toEqual([7, 8, 9]);
    const run = await sendAll(stopped, service.ports);
    expect([run.status, countsOf(run).open, sumOf(run)]).toEqual(['done', 0, run.total]);
  });

  test('fails the rows of a request that stays in conflict, and goes on', async () => {
    const service = newBulkService(Array<Fate>(8).fill('in flight'));
    const run = await sendAll(runOf(5, 2), service.ports);
    expect([run.status, countsOf(run).failed]).toEqual(['done', 1 + 5 + 1]);
    expect(failedRows(run)[0]?.reason).toBe('The first request is still being worked on.');
  });

  test.each([
    [400, { success: false, error: 'The body is wrong.' }, 'The body is wrong.'],
    [404, { success: false, error: 'The team does not exist.' }, 'The team does not exist.'],
    [413, 'Too large', 'The service answered with status 413.'],
  ])(
    'fails the rows of a request that is refused with %i, in the words of the service',
    async (status, body, reason) => {
      const service = newBulkService();
      const send = async (): Promise<SendAnswer> => ({ status, body, retryAfterSeconds: null });
      const run = await sendAll(runOf(2), { ...service.ports, send });
      expect(failedRows(run).slice(0, 2)).toEqual([
        { row: 2, reason },
        { row: 3, reason },
      ]);
      expect(countsOf(run)).toMatchObject({ created: 0, open: 0 });
    },
  );

  test.each([
    [401, { error: 'Unauthorized' }, /^The session has ended/],
    [403, { error: 'Forbidden' }, /^Your API key may not do this/],
    [403, { error: 'The team belongs to another account.' }, /^The team belongs/],
  ])('stops at %i, with nothing failed that could still be sent', async (status, body, words) => {
    const service = newBulkService();
    const send = async (): Promise<SendAnswer> => ({ status, body, retryAfterSeconds: null });
    const run = await sendAll(runOf(2, 2), { ...service.ports, send });
    expect([run.status, countsOf(run)]).toEqual([
      'stopped',
      { total: 6, created: 0, duplicates: 1, failed: 1, open: 4 },
    ]);
    expect(run.words).toMatch(words);
  });

  test('stops before the next request when the person wants that', async () => {
    const service = newBulkService();
    const stop = new AbortController();
    const onChange = (run: Run): void => {
      if (countsOf(run).created > 0) stop.abort();
    };
    const run = await sendAll(runOf(3, 3, 3), service.ports, { signal: stop.signal, onChange });
    expect([run.status, run.words, service.requests.length]).toEqual(['stopped', 'The import was stopped.', 1]);
  });

  test('goes on where its progress cannot be saved, and says so', async () => {
    const service = newBulkService();
    const save = (): Promise<void> => Promise.reject(new Error('QuotaExceededError'));
    const run = await sendAll(runOf(2, 2), { ...service.ports, save });
    expect([run.status, run.isSaved]).toEqual(['done', false]);
  });
});

test('whatever becomes of requests, the counts add up at every step, and the end tells what the service has', async () => {
  const fate = fc.constantFrom<Fate>(
    'answered',
    'answer lost',
    'never arrived',
    'busy',
    'failed',
    'in flight',
    'garbled',
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.array(fate, { maxLength: 60 }), async (chunks, fates) => {
      const service = newBulkService(fates);
      const onChange = (each: Run): void => expect(sumOf(each)).toBe(each.total);
      let run = runOf(...chunks);
      for (let tries = 0; run.status !== 'done' && tries < 20; tries++)
        run = await sendAll(run, service.ports, { onChange });
      expect(run.status).toBe('done');
      expect(sumOf(run)).toBe(run.total);
      expect(failedRows(run)).toHaveLength(countsOf(run).failed);
      expect(duplicateRows(run)).toHaveLength(countsOf(run).duplicates);
      const isConflicted = failedRows(run).some(({ reason }) => /worked on/.test(reason));
      if (!isConflicted) expect(countsOf(run).created).toBe(service.contacts.length);
    }),
  );
});

test('waits grow, are bounded, and are as long as the service asks for within reason', () => {
  expect([1, 2, 3, 6, 8].map((tries) => waitMs(tries, null))).toEqual([1_000, 2_000, 4_000, 30_000, 30_000]);
  expect([waitMs(1, 5_000), waitMs(8, 5_000), waitMs(1, 86_400_000)]).toEqual([5_000, 30_000, 120_000]);
});

describe('an answer that does not tell of every row is no answer', () => {
  const result = { index: 0, success: true };
  test.each<[string, unknown]>([
    ['no JSON', '<html>'],
    ['nothing', null],
    ['no results', { success: true }],
    ['too few results', { results: [result] }],
    ['a row twice', { results: [result, result] }],
    ['something else', { results: [result, null] }],
  ])('%s', (_, body) => {
    expect(contactOutcome(body, 2)).toBeNull();
    expect(suppressionOutcome(body, 2)).toBeNull();
    expect(verdictOn({ status: 200, retryAfterSeconds: null, body }, 2, contactOutcome).is).toBe('again');
  });
});
