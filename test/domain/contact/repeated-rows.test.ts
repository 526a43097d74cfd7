import { describe, expect, test } from '@jest/globals';
import type { ContactPhones } from '#shared/domain/contact/phones.ts';
import { apartByNumber, repeatedRows } from '#shared/domain/contact/repeated-rows.ts';

const row = (phone: string | null, phone_secondary: string | null = null): ContactPhones => ({
  phone,
  phone_secondary,
});

describe('repeated rows', () => {
  test.each<[string, ContactPhones[], [number, number][]]>([
    [
      'the same primary number',
      [row('1'), row('2'), row('1'), row('1')],
      [
        [2, 0],
        [3, 0],
      ],
    ],
    ['the second number of an earlier row', [row('1', '2'), row('2')], [[1, 0]]],
    [
      'the second number of a repeated row',
      [row('1'), row('1', '2'), row('2')],
      [
        [1, 0],
        [2, 1],
      ],
    ],
    ['no second number of their own', [row('1', '9'), row('2', '9'), row('3', '1')], []],
    ['no number of a later row', [row('1'), row('2', '1')], []],
    ['no number at all', [row(null), row(null), row(null, '1'), row(null, '1')], []],
    ['nothing of themselves', [row('1', '1'), row('2')], []],
  ])('repeat %s', (_, rows, expected) => {
    expect([...repeatedRows(rows)]).toEqual(expected);
  });
});

test('rows stand apart by the numbers that they share, in either place', () => {
  const rows = [row('1', '9'), row('2'), row('9'), row(null), row('3', '3'), row('4', '9')];
  const { alone, sharing } = apartByNumber(rows, (each) => each);
  expect(alone).toEqual([rows[1], rows[3], rows[4]]);
  expect(sharing).toEqual([rows[0], rows[2], rows[5]]);
});
