import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ReadyRow } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { PlannedContact } from '#functions/dashboard/site/import/planning/plan-row.ts';
import { contactChunks } from '#functions/dashboard/site/import/sending/contact-chunks.ts';
import { type ChunkRules, chunkEntries } from '#functions/dashboard/site/import/sending/request-chunks.ts';
import { BODY_MAX_BYTES } from '#shared/runtime/http/read-request.ts';
import { BulkContactsBody } from '#shared/schemas/contact.ts';
import { brokenBodyRules } from '#shared/schemas/fields/json-shape.ts';

const COMPANIES = { chosenId: 'comp_1', ids: { other: 'comp_2' } };
const SENDER = { teamId: 'team_1', runId: 'run_1', companies: COMPANIES };

const ready = (count: number, fields: (at: number) => Partial<PlannedContact> = () => ({})): ReadyRow[] =>
  Array.from({ length: count }, (_, at) => ({
    row: at + 2,
    contact: { firstName: 'Ada', lastName: 'Lovelace', ...fields(at) },
    company: null,
  }));

const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as { contacts: Record<string, unknown>[] };

test('rows are sent in order, 500 at a time, as the service wants them', async () => {
  const { chunks } = await contactChunks(ready(1_201), SENDER);
  expect(chunks.map(({ rows }) => rows.length)).toEqual([500, 500, 201]);
  expect(chunks.flatMap(({ rows }) => rows)).toEqual(ready(1_201).map(({ row }) => row));
  for (const chunk of chunks) {
    expect(BulkContactsBody.parse(bodyOf(chunk))).toMatchObject({ teamId: 'team_1', skipDuplicates: true });
    expect(bodyOf(chunk).contacts).toHaveLength(chunk.rows.length);
  }
});

test('rows go to their company, or to the chosen one, and fail where it is not there', async () => {
  const companies = ['other', null, 'gone', 'refused', '__proto__'];
  const rows = ready(5).map((row, at) => ({ ...row, company: companies[at] ?? null }));
  const problems = { refused: 'The plan allows no more companies.' };
  const { chunks, failed } = await contactChunks(rows, { ...SENDER, companies: { ...COMPANIES, problems } });
  expect(chunks.flatMap((chunk) => bodyOf(chunk).contacts.map(({ companyId }) => companyId))).toEqual([
    'comp_2',
    'comp_1',
  ]);
  expect(failed.map(({ reason }) => reason)).toEqual([
    'The company "gone" could not be created.',
    'The company "refused" could not be created: The plan allows no more companies.',
    'The company "__proto__" could not be created.',
  ]);
});

describe('no body breaks a limit of the service', () => {
  const isWithinLimits = (body: string): boolean =>
    Buffer.byteLength(body) <= BODY_MAX_BYTES && brokenBodyRules(JSON.parse(body)).length === 0;

  test('of its size, in whatever script', async () => {
    const { chunks, failed } = await contactChunks(
      ready(600, (at) => ({ notes: '🙂'.repeat(at % 2_500), firstName: '\u0000'.repeat(200) })),
      SENDER,
    );
    expect(chunks.every(({ body }) => isWithinLimits(body))).toBe(true);
    expect([chunks.flatMap(({ rows }) => rows).length, failed]).toEqual([600, []]);
  });

  test('of its values', async () => {
    const customFields = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`field ${at}`, 'x']));
    const { chunks } = await contactChunks(
      ready(500, () => ({ customFields })),
      SENDER,
    );
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.every(({ body }) => isWithinLimits(body))).toBe(true);
  });

  test('and a row that no body can hold fails in words', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [at, 'x']));
    const rows = ready(3, (at) => [{ notes: 'x'.repeat(1_100_000) }, {}, { customFields: many }][at] ?? {});
    const { chunks, failed } = await contactChunks(rows, SENDER);
    expect([chunks.flatMap(({ rows }) => rows), failed.map(({ row }) => row)]).toEqual([[3], [2, 4]]);
    expect(failed[0]?.reason).toMatch(/too large to be sent/);
  });

  test('whatever rows there are', async () => {
    const value = fc.record({
      notes: fc.string({ unit: 'grapheme' }),
      tags: fc.array(fc.string(), { maxLength: 60_000 }),
    });
    const sized = fc.tuple(value, fc.nat(1_200_000)).map(([each, chars]) => ({ ...each, more: 'ü'.repeat(chars) }));
    const rules: ChunkRules = { entriesMax: 3, envelope: { teamId: 't' }, list: 'contacts', runId: 'r' };
    await fc.assert(
      fc.asyncProperty(fc.array(sized, { maxLength: 12 }), async (values) => {
        const { chunks, failed } = await chunkEntries(
          values.map((each, row) => ({ row, value: each })),
          rules,
        );
        for (const { body, rows } of chunks) {
          expect(isWithinLimits(body)).toBe(true);
          expect(rows.length).toBeLessThanOrEqual(3);
          expect(bodyOf({ body }).contacts).toEqual(rows.map((row) => JSON.parse(JSON.stringify(values[row]))));
        }
        const all = [...chunks.flatMap(({ rows }) => rows), ...failed.map(({ row }) => row)];
        expect(all.sort((one, other) => one - other)).toEqual(values.map((_, at) => at));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the key of a request', () => {
  const keysOf = async (rows: ReadyRow[], sender = SENDER): Promise<string[]> =>
    (await contactChunks(rows, sender)).chunks.map(({ key }) => key);

  test('is the same for the same rows of the same import', async () => {
    expect(await keysOf(ready(700))).toEqual(await keysOf(ready(700)));
  });

  test('is another one for other rows, another team, another import', async () => {
    const keys = await Promise.all([
      keysOf(ready(1)),
      keysOf(ready(1, () => ({ firstName: 'Bob' }))),
      keysOf(ready(1), { ...SENDER, teamId: 'team_2' }),
      keysOf(ready(1), { ...SENDER, runId: 'run_2' }),
    ]);
    expect(new Set(keys.flat()).size).toBe(4);
  });

  test('is another one for each of several requests, even of equal rows', async () => {
    expect(new Set(await keysOf(ready(1_500))).size).toBe(3);
  });

  test('has a length that the service takes', async () => {
    expect((await keysOf(ready(1)))[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
