import { expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { SCHEMA_VERSION } from '#shared/store/schema-version.ts';
import { rollbackProblem, schemaVersionIn } from './releases.ts';

test('releases of one schema version can be rolled back; others are refused in words that say what to do', () => {
  expect(rollbackProblem(5, 5)).toBeUndefined();
  expect(rollbackProblem(4, 5)).toContain('restore the table');
});

test('the schema version of a release is read from its sources', () => {
  expect(schemaVersionIn(PROJECT_ROOT)).toBe(SCHEMA_VERSION);
});
