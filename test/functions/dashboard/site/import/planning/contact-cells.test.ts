import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { listCell } from '#functions/dashboard/site/csv/write-csv.ts';
import {
  readEmail,
  readLongText,
  readTags,
  readText,
  readTimezone,
  readYesNo,
} from '#functions/dashboard/site/import/planning/contact-cells.ts';
import { nameOf, splitName } from '#functions/dashboard/site/import/planning/person-name.ts';

describe('a cell with an address', () => {
  test.each([
    ['ada@acme.example', 'ada@acme.example'],
    [' ada@acme.example ', 'ada@acme.example'],
    ['mailto:ada@acme.example', 'ada@acme.example'],
    ['\u200bada@acme.example', 'ada@acme.example'],
    ['', undefined],
  ])('holds it: %j', (cell, value) => {
    expect(readEmail(cell)).toEqual({ value });
  });

  test.each([['ada'], ['ada@acme'], ['ada@acme.example, bob@acme.example'], ['n/a'], ['@'.repeat(10_000)]])(
    'fails in words: %.20j',
    (cell) => {
      expect(readEmail(cell)).toEqual({ problem: expect.stringMatching(/is not an email address\.$/) });
    },
  );
});

describe('a cell with yes or no', () => {
  test.each(['yes', 'YES', 'y', 'true', 'TRUE', '1', '1.0', 'x', 'X', 'Ja', 'oui', 'sí', '✓'])('is yes: %s', (cell) => {
    expect(readYesNo(cell)).toEqual({ value: true });
  });
  test.each(['no', 'No', 'false', 'FALSE', '0', '0.0', 'n', 'Nein', 'non', '-'])('is no: %s', (cell) => {
    expect(readYesNo(cell)).toEqual({ value: false });
  });
  test('says nothing where it is empty', () => {
    expect(readYesNo(' ')).toEqual({ value: undefined });
  });
  test.each(['maybe', '2', '=1+1'])('fails in words: %s', (cell) => {
    expect(readYesNo(cell)).toEqual({ problem: `"${cell}" is neither yes nor no.` });
  });
});

describe('a cell with a time zone', () => {
  test.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['America/New York', 'America/New_York'],
    ['', undefined],
  ])('holds one that the service knows: %j', (cell, value) => {
    expect(readTimezone(cell)).toEqual({ value });
  });
  test.each(['+02:00', 'Berlin', 'Eastern', '__proto__', '1'])('fails in words: %s', (cell) => {
    expect(readTimezone(cell)).toEqual({
      problem: `"${cell}" is not a time zone such as America/New_York or Europe/Berlin.`,
    });
  });
});

describe('a cell with tags', () => {
  test.each([
    ['vip, new;old | cold\nlate', ['vip', 'new', 'old', 'cold', 'late']],
    ['vip,,vip; ', ['vip']],
    ['"a, b"; c', ['a, b', 'c']],
    ['5" pipe, x', ['5" pipe', 'x']],
    [' ; ', undefined],
  ])('holds each once: %j', (cell, value) => {
    expect(readTags(cell)).toEqual({ value });
  });

  test('has back the tags that an export wrote', () => {
    const tag = fc.oneof(fc.string({ unit: fc.constantFrom(',', ';', '|', '"', 'a', '\n', '=') }), fc.string());
    fc.assert(
      fc.property(fc.uniqueArray(tag.filter((text) => text.trim() !== '' && text === text.trim())), (tags) => {
        fc.pre(!/^=\s*".*"$/s.test(listCell(tags)));
        expect(readTags(listCell(tags))).toEqual({ value: tags.length > 0 ? tags : undefined });
      }),
    );
  });
});

test('short texts are trimmed and freed from what guards them, long ones stay as they are', () => {
  expect([readText(' Analyst '), readText('="007"'), readText(' ')]).toEqual([
    { value: 'Analyst' },
    { value: '007' },
    { value: undefined },
  ]);
  expect([readLongText(' a\n b '), readLongText(' \n ')]).toEqual([{ value: ' a\n b ' }, { value: undefined }]);
});

describe('a whole name', () => {
  test.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Augusta Ada  King', 'Augusta Ada', 'King'],
    ['Lovelace, Ada', 'Ada', 'Lovelace'],
    ['Ada Lovelace, PhD', 'Ada', 'Lovelace, PhD'],
    ['Ada', 'Ada', undefined],
    ['山田 太郎', '山田', '太郎'],
    ['<img src=x onerror=alert(1)>', '<img src=x', 'onerror=alert(1)>'],
    ['', undefined, undefined],
  ])('is split: %s', (full, firstName, lastName) => {
    expect(splitName(full)).toEqual({ firstName, lastName });
  });

  test('counts where neither part stands by itself', () => {
    expect(nameOf({ first: '', last: '', full: 'Ada Lovelace' })).toEqual({ firstName: 'Ada', lastName: 'Lovelace' });
    expect(nameOf({ first: 'Ada', last: '', full: 'X Y' })).toEqual({ firstName: 'Ada', lastName: undefined });
  });
});
