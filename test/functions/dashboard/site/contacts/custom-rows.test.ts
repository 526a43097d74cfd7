import { describe, expect, test } from '@jest/globals';
import {
  type CustomRow,
  customRows,
  newCustomRow,
  readCustomRows,
  withCustomChanges,
} from '#functions/dashboard/site/contacts/custom-rows.ts';

const kept = (fields: Record<string, unknown>): unknown => readCustomRows(customRows(fields)).fields;
const edited = (fields: Record<string, unknown>, name: string, changes: Partial<CustomRow>): CustomRow[] =>
  customRows(fields).map((row) => (row.name === name ? { ...row, ...changes } : row));

describe('custom fields as rows', () => {
  test('every value comes back as it was', () => {
    const fields = {
      text: 'gold',
      number: 5,
      digits: '5',
      json: '{"a":1}',
      yes: true,
      nothing: null,
      lines: 'one\r\ntwo',
      nested: { list: [1, 'two', { deep: null }] },
      '': 'no name',
    };
    expect(kept(fields)).toEqual(fields);
  });

  test('a field that is named like a prototype stays a field', () => {
    const fields: Record<string, unknown> = JSON.parse('{"__proto__": "x"}');
    expect(JSON.stringify(kept(fields))).toBe('{"__proto__":"x"}');
  });

  test('a text is written as it is, and anything else as JSON', () => {
    const [text, nested] = customRows({ plan: 'gold', score: { total: 5 } });
    expect(text).toMatchObject({ name: 'plan', text: 'gold', kind: 'text' });
    expect(nested).toMatchObject({ name: 'score', text: '{\n  "total": 5\n}', kind: 'json' });
  });

  test('what is edited as JSON keeps its kind of value', () => {
    expect(readCustomRows(edited({ score: 5 }, 'score', { text: '6' })).fields).toEqual({ score: 6 });
  });

  test('what is no JSON is told at its row', () => {
    const [row, ...others] = edited({ score: [1], plan: 'gold' }, 'score', { text: '[1,' });
    const { problems } = readCustomRows([...(row ? [row] : []), ...others]);
    expect([...problems.keys()]).toEqual([row?.id]);
    expect(problems.get(row?.id ?? '')).toContain('not JSON');
  });

  test('a row that was added and left blank is nothing', () => {
    expect(readCustomRows([newCustomRow()])).toEqual({ fields: {}, problems: new Map() });
  });

  test('a value without a name, and a second field of a name, are problems', () => {
    const nameless = { ...newCustomRow(), text: 'gold' };
    const second = { ...newCustomRow(), name: 'plan', text: 'silver' };
    const { problems } = readCustomRows([...customRows({ plan: 'gold' }), nameless, second]);
    expect(problems.get(nameless.id)).toContain('needs a name');
    expect(problems.get(second.id)).toContain('another field "plan"');
  });
});

describe('saving custom fields', () => {
  test('is not needed where nothing was changed', () => {
    expect(withCustomChanges({ plan: 'gold', deep: [1] }, { plan: 'gold', deep: [1] }, { other: 1 })).toBeNull();
  });

  test('keeps what somebody else has added and changed meanwhile', () => {
    const before = { plan: 'gold', score: 1, old: true };
    const after = { plan: 'silver', score: 1, own: 'new' };
    const latest = { plan: 'gold', score: 2, old: true, theirs: { deep: [1] } };
    expect(withCustomChanges(before, after, latest)).toEqual({
      plan: 'silver',
      score: 2,
      own: 'new',
      theirs: { deep: [1] },
    });
  });

  test('removes what was removed', () => {
    expect(withCustomChanges({ plan: 'gold' }, {}, { plan: 'gold' })).toEqual({});
  });
});
