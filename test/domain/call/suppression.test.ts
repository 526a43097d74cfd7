import { describe, expect, test } from '@jest/globals';
import {
  type SuppressionReason,
  type SuppressionSource,
  shownSource,
  withoutContacts,
  withSource,
} from '#shared/domain/call/suppression.ts';

const source = (reason: SuppressionReason, at = 0): SuppressionSource => ({
  reason,
  note: null,
  created_at: new Date(at).toISOString(),
});
const reasonsOf = (sources: readonly SuppressionSource[]) => sources.map(({ reason }) => reason);

/** What comes of sources in this order. */
const after = (...reasons: SuppressionReason[]) =>
  reasons.map(source).reduce<readonly SuppressionSource[]>((sources, added) => withSource(sources, added), []);

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
