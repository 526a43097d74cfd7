import { expect, test } from '@jest/globals';
import { loneWrite } from '#shared/store/table/lone-write.ts';
import { absent, equals, type WriteOperation } from '#shared/store/table/table.ts';

const A = { pk: 'P', sk: 'A' };
const put: WriteOperation = { put: A, when: [absent('pk')] };
const update: WriteOperation = { update: A, set: { n: 2 }, when: [equals('n', 1)] };

test.each([
  ['a guarded put', put],
  ['a guarded update', update],
])('%s alone is a plain write', (_, operation) => {
  expect(loneWrite([operation])).toBe(operation);
});

test.each<[string, WriteOperation[]]>([
  ['two operations', [put, update]],
  ['none', []],
  ['what counts, which would count twice when it is sent again', [{ ...update, add: { n: 1 } }]],
  ['what has no condition to be known by', [{ put: A }]],
  ['a delete, which leaves nothing to be known by', [{ delete: A, when: [equals('n', 1)] }]],
  ['a check', [{ check: A, when: [equals('n', 1)] }]],
])('a transaction stays one: %s', (_, operations) => {
  expect(loneWrite(operations)).toBeUndefined();
});
