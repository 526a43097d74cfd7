import { describe, expect, test } from '@jest/globals';
import {
  erasedSince,
  erasedSources,
  type SuppressionReason,
  type SuppressionSource,
  type SuppressionSources,
  shownSource,
  withoutContacts,
  withoutShown,
  withSource,
} from '#shared/domain/call/suppression.ts';

const source = (reason: SuppressionReason, at = 0): SuppressionSource => ({
  reason,
  note: null,
  created_at: new Date(at).toISOString(),
});
const reasonsOf = (sources: SuppressionSources) => sources.map(({ reason }) => reason);

/** What comes of sources in this order. */
const after = (...reasons: SuppressionReason[]) =>
  reasons.map(source).reduce<SuppressionSources>((sources, added) => withSource(sources, added), []);

describe('what is shown of a number', () => {
  test.each<[SuppressionReason | undefined, SuppressionReason[]]>([
    [undefined, []],
    ['manual', ['manual']],
    ['contact', ['contact', 'manual']],
    ['said_on_call', ['contact', 'said_on_call']],
    ['said_on_call', ['contact', 'manual', 'said_on_call']],
    ['said_on_call', ['said_on_call', 'contact', 'import']],
    ['manual', ['manual', 'contact', 'said_on_call']],
    ['import', ['import', 'manual', 'contact']],
  ])('is %s after %j', (shown, came) => {
    expect(shownSource(after(...came))?.reason).toBe(shown);
  });
});

test('each reason is kept once, as it first came, and one entry by people', () => {
  const sources = after('manual', 'contact', 'import', 'manual', 'contact', 'said_on_call');
  expect(reasonsOf(sources)).toEqual(['manual', 'contact', 'said_on_call']);
  expect(sources.map(({ created_at }) => Date.parse(created_at))).toEqual([0, 1, 5]);
  expect(withSource(sources, source('import'))).toBe(sources);
});

test('a lifted contact takes along what it and calls brought, and nothing that people entered', () => {
  expect(reasonsOf(withoutContacts(after('contact', 'said_on_call')))).toEqual([]);
  expect(reasonsOf(withoutContacts(after('contact', 'import', 'said_on_call')))).toEqual(['import']);
});

describe('of a number whose person was erased', () => {
  const erased = erasedSources(after('manual', 'contact'), '2026-05-01T00:00:00.000Z');

  test('nothing is shown, and no note is kept', () => {
    expect(shownSource(erased)).toBeUndefined();
    expect(erased).toEqual([{ reason: 'erased', created_at: '2026-05-01T00:00:00.000Z' }]);
  });

  test('neither a lifted contact nor a removed entry lifts it', () => {
    expect(reasonsOf(withoutContacts(withSource(erased, source('contact'))))).toEqual(['erased']);
    expect(reasonsOf(withoutShown(withSource(erased, source('manual'))))).toEqual(['erased']);
  });

  test('what a contact or a call brings lists it no more', () => {
    for (const reason of ['contact', 'said_on_call'] as const)
      expect(reasonsOf(withSource(erased, source(reason)))).toEqual(['erased']);
  });

  test('what people enter later is shown, and an erasure anew is as old as the latest', () => {
    const entered = withSource(erased, source('import'));
    expect(shownSource(entered)?.reason).toBe('import');
    const again = erasedSources(entered, '2026-06-01T00:00:00.000Z');
    expect([reasonsOf(again), erasedSince(again)]).toEqual([['erased'], '2026-06-01T00:00:00.000Z']);
  });
});
