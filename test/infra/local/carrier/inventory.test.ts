import { expect, test } from '@jest/globals';
import { isInInventory, searchInventory } from '#infra/local/carrier/inventory.ts';

const search = (countryCode: string, limit: number, areaCode?: string, numberType: 'local' | 'toll-free' = 'local') =>
  searchInventory({ countryCode, areaCode, numberType }, limit, () => false).map((number) => number.phone_number);

test.each(['US', 'CA', 'GB', 'DE', 'JM', 'JP', 'AQ'])(
  '%s offers 200 different numbers that can be ordered',
  (country) => {
    const numbers = search(country, 200);
    if (country === 'AQ') return expect(numbers).toEqual([]);
    expect(new Set(numbers).size).toBe(200);
    expect(numbers.every((number) => /^\+[1-9]\d{6,14}$/.test(number) && isInInventory(number))).toBe(true);
    expect(numbers.some((number) => /000\d$/.test(number))).toBe(false);
  },
);

test('an area code narrows the search where there are any', () => {
  expect(search('US', 50, '415').every((number) => number.startsWith('+1415555'))).toBe(true);
  expect(search('US', 5, '115')).toEqual([]);
  expect(search('GB', 5, '415')).toEqual([]);
});

test('toll-free numbers start with 800', () => {
  expect(search('US', 5, undefined, 'toll-free').every((number) => number.startsWith('+1800'))).toBe(true);
});

test('the same search always offers the same numbers', () => {
  expect(search('US', 20, '212')).toEqual(search('US', 20, '212'));
});

test('what no search offers cannot be ordered', () => {
  for (const number of ['+14155550001', '+14154441234', '+1415', '+999123456789']) {
    expect(isInInventory(number)).toBe(false);
  }
});
