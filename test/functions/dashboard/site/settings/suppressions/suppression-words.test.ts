import { describe, expect, test } from '@jest/globals';
import { toCsv } from '#functions/dashboard/site/csv/write-csv.ts';
import { readList } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { listColumns, planSuppressions } from '#functions/dashboard/site/import/sending/suppression-list.ts';
import { heldOf } from '#functions/dashboard/site/settings/suppressions/held.ts';
import {
  plainNumber,
  SUPPRESSION_CSV,
  type Suppression,
} from '#functions/dashboard/site/settings/suppressions/suppression-words.ts';
import { ApiError } from '#shared/client/api-error.ts';

const PHONE = '+14155550100';

describe('A number that is typed', () => {
  test('loses what stands between its digits, and gets its plus sign', () => {
    expect(plainNumber(' +1 (415) 555-0100 ')).toBe(PHONE);
    expect(plainNumber('001 415.555.0100')).toBe(PHONE);
  });

  test('keeps whatever else is in it, for the service to refuse', () =>
    expect(plainNumber('415 555 ab')).toBe('415555ab'));
});

describe('The exported list of suppressions', () => {
  test('can be imported again, with its notes', async () => {
    const rows: Suppression[] = [
      { phone: PHONE, reason: 'manual', note: 'Asked, by "letter".', created_at: '2026-03-02T12:00:00.000Z' },
      { phone: '+14155550101', reason: 'contact', note: null, created_at: '2026-03-02T12:00:00.000Z' },
    ];
    const reading = await readList(toCsv(SUPPRESSION_CSV, rows));
    if (!reading.ok) throw new Error(reading.problem);
    const plan = await planSuppressions(reading.file, listColumns(reading.file), { country: null });
    expect(plan.ready).toEqual([
      { row: 2, phone: PHONE, note: 'Asked, by "letter".' },
      { row: 3, phone: '+14155550101' },
    ]);
  });
});

describe('A removal that is refused', () => {
  const refusal = (body: unknown) => new ApiError('DELETE', { status: 409, body, requestId: null });

  test('names the contacts who must not be called', () =>
    expect(heldOf(PHONE, refusal({ error: '1 contact must not be called.', contact_ids: ['cont_1'] }))).toEqual({
      phone: PHONE,
      words: '1 contact must not be called.',
      contactIds: ['cont_1'],
    }));

  test('is told as any other refusal where it names none', () => {
    expect(heldOf(PHONE, refusal({ error: 'No.' }))).toBeNull();
    expect(heldOf(PHONE, refusal('<html>'))).toBeNull();
    expect(heldOf(PHONE, new TypeError('fetch failed'))).toBeNull();
  });
});
