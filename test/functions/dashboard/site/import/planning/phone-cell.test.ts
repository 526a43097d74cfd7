import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { COUNTRY_CHOICES } from '#functions/dashboard/site/format/countries.ts';
import { type NumberCountry, readPhone } from '#functions/dashboard/site/import/planning/phone-cell.ts';
import { phone } from '#shared/schemas/fields/primitives.ts';

const countries = new Map(COUNTRY_CHOICES.map(({ value: code, words: name }) => [code, { code, name }]));

const country = (code: string | null): NumberCountry | null => countries.get(code ?? '') ?? null;

const numberIn = (cell: string, code: string | null = null): string => {
  const read = readPhone(cell, country(code));
  return read.is === 'number' ? read.phone : read.is;
};
const problemOf = (cell: string, code: string | null = null): string => {
  const read = readPhone(cell, country(code));
  return read.is === 'wrong' ? read.problem : read.is;
};

describe('a number with its country code', () => {
  test.each([
    ['+14155550100', '+14155550100'],
    ['+1 (415) 555-0100', '+14155550100'],
    ['+1.415.555.0100', '+14155550100'],
    ['\u202a+1\u00a0415\u2011555\u20110100\u202c', '+14155550100'],
    ['＋１４１５５５５０１００', '+14155550100'],
    ['tel:+14155550100', '+14155550100'],
    ["'+14155550100", '+14155550100'],
    ['="+14155550100"', '+14155550100'],
    ['+14155550100.0', '+14155550100'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['011 44 7700 900123', '+447700900123'],
    ['+999123456789', '+999123456789'],
  ])('is itself, however it is written: %j', (cell, number) => {
    expect(numberIn(cell)).toBe(number);
  });

  test.each([
    ['00 as in most countries', '0044 7700 900123', 'DE'],
    ['00 where another prefix is usual', '0044 7700 900123', 'US'],
    ['00 where numbers are long', '0044 7700 900123', 'JP'],
    ['011 as in North America', '011 44 7700 900123', 'CA'],
    ['0011 as in Australia', '0011 44 7700 900123', 'AU'],
  ])('is known behind %s', (_, cell, code) => {
    expect(numberIn(cell, code)).toBe('+447700900123');
  });
});

describe('a national number', () => {
  test.each([
    ['US', '(415) 555-0100', '+14155550100'],
    ['US', '1-415-555-0100', '+14155550100'],
    ['CA', '416 555 0100', '+14165550100'],
    ['DE', '030 123456', '+4930123456'],
    ['DE', '0151/12345678', '+4915112345678'],
    ['GB', '07700 900123', '+447700900123'],
    ['FR', '01 99 00 12 34', '+33199001234'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['IT', '391 234 5678', '+393912345678'],
    ['BR', '55 99123-4567', '+5555991234567'],
    ['CN', '139 1234 5678', '+8613912345678'],
    ['EG', '٠١٠١٢٣٤٥٦٧٨', '+201012345678'],
  ])('is one of the chosen country: %s %s', (code, cell, number) => {
    expect(numberIn(cell, code)).toBe(number);
  });

  test('fails in words without a country', () => {
    expect(problemOf('(415) 555-0100')).toBe(
      '"(415) 555-0100" has no country code. Choose the country of such numbers, or write it as +1… or +49….',
    );
  });

  test.each([
    ['too short', '555-0100', 'US'],
    ['too long', '415 555 0100 1234', 'US'],
    ['an area that no number has', '115 555 0100', 'US'],
    ['an emergency number', '911', 'US'],
    ['no digits but zeros', '0000000', 'US'],
  ])('fails in words that name the country: %s', (_, cell, code) => {
    expect(problemOf(cell, code)).toBe(`"${cell}" is no number of United States, nor one with a country code.`);
  });
});

describe('a lost plus sign', () => {
  test.each([
    ['14155550100', 'US', '+14155550100'],
    ['14155550100', null, '+14155550100'],
    ['14155550100.0', null, '+14155550100'],
    ['4915112345678', 'DE', '+4915112345678'],
    ['4915112345678', 'US', '+4915112345678'],
    ['447911123456', 'GB', '+447911123456'],
    ['5511991234567', 'BR', '+5511991234567'],
    ['919876543210', 'IN', '+919876543210'],
  ])('is put back: %s, %s', (cell, code, number) => {
    expect(readPhone(cell, country(code))).toEqual({ is: 'number', phone: number, lostPlus: true });
  });

  test.each([['4155550100'], ['4915112'], ['13912345678'], ['89161234567']])('is not guessed: %s', (cell) => {
    expect(problemOf(cell)).toMatch(/has no country code/);
  });

  test('is not seen where a national number fits', () => {
    expect(readPhone('9198765432', country('IN'))).toEqual({ is: 'number', phone: '+919198765432', lostPlus: false });
  });
});

describe('what cannot be dialled fails in words', () => {
  test.each([['1.41555E+10'], ['1,41555E+10'], ['1E+10'], ['4.91512E+12']])(
    'a number that Excel has rounded: %s',
    (cell) => {
      expect(problemOf(cell, 'US')).toBe(
        `Excel has rounded this number to "${cell}". Format the column as text, and export it again from where it came.`,
      );
    },
  );

  test.each([['+1 415 555 0100 x12'], ['415-555-0100 ext. 12'], ['+14155550100;ext=12'], ['+1 415 555 0100 #12']])(
    'an extension: %s',
    (cell) => {
      expect(problemOf(cell, 'US')).toMatch(/has an extension, which cannot be dialled/);
    },
  );

  test.each([
    ['+14155550100, +14155550101'],
    ['+14155550100 / +14155550101'],
    ['+14155550100 or +14155550101'],
    ['+14155550100\n+14155550101'],
  ])('more than one number: %j', (cell) => {
    expect(problemOf(cell)).toMatch(/holds more than one number/);
  });

  test.each([
    ['none'],
    ['-'],
    ['n/a'],
    ['1-800-FLOWERS'],
    ['<img src=x onerror=alert(1)>'],
    ['=1+1'],
    ['+'],
    ['+0123456789'],
    ['+1234567890123456'],
    ['1'.repeat(10_000)],
    ['1,'.repeat(5_000)],
    ['\u0000'],
  ])('anything else: %.20j', (cell) => {
    expect(readPhone(cell, country('US')).is).toBe('wrong');
  });
});

test.each([[''], ['  '], ['\u00a0'], ['="  "'], ["'"], ['\u200b']])('an empty cell is empty: %j', (cell) => {
  expect(readPhone(cell, country('US'))).toEqual({ is: 'empty' });
});

test('every number that comes out has the form that the service takes', () => {
  const written = fc.string({ unit: fc.constantFrom(...'0123456789+- ()./eE'), maxLength: 20 });
  fc.assert(
    fc.property(written, fc.constantFrom(null, ...countries.keys()), (cell, code) => {
      const read = readPhone(cell, country(code));
      return read.is !== 'number' || phone.safeParse(read.phone).success;
    }),
    { numRuns: 2_000 },
  );
});

test('every number in the form of the service is kept as it is, whatever country is chosen', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 14 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      digits,
      fc.constantFrom(null, ...countries.keys()),
      (first, rest, code) => {
        expect(numberIn(`+${first}${rest}`, code)).toBe(`+${first}${rest}`);
      },
    ),
  );
});
