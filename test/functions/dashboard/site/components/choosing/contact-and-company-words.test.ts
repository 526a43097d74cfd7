import { describe, expect, test } from '@jest/globals';
import { companyChoices } from '#functions/dashboard/site/components/choosing/company-words.ts';
import {
  contactDetail,
  contactWords,
  searchTextOf,
} from '#functions/dashboard/site/components/choosing/contact-words.ts';

const company = (id: string, name: string, city: string | null = null) => ({ id, name, city, website: null });

describe('companies to choose from', () => {
  test('stand by name', () => {
    const choices = companyChoices([company('comp_1', 'Zeta'), company('comp_2', 'acme')]);
    expect(choices.map(({ words }) => words)).toEqual(['acme', 'Zeta']);
  });

  test('are told apart where they have one name', () => {
    const choices = companyChoices([company('comp_1', 'Acme', 'Springfield'), company('comp_2', 'Acme')]);
    expect(choices).toEqual([
      { value: 'comp_2', words: 'Acme (comp_2)' },
      { value: 'comp_1', words: 'Acme (Springfield)' },
    ]);
  });
});

describe('a contact in words', () => {
  const ada = { first_name: 'Ada', last_name: 'Lovelace', phone: '+14155550001', email: 'ada@acme.example' };

  test('has its name and number', () => {
    expect(contactWords(ada)).toBe('Ada Lovelace · +14155550001');
    expect(contactWords({ ...ada, phone: null })).toBe('Ada Lovelace · no phone');
    expect(contactDetail(ada)).toBe('+14155550001 · ada@acme.example');
  });
});

describe('what is searched', () => {
  test.each([
    ['(415) 555-0100', '4155550100'],
    ['+1 415 555', '+1415555'],
    [' Ada ', 'Ada'],
    ['ada-maria', 'ada-maria'],
    ['Unit 5', 'Unit 5'],
    ['- -', '- -'],
    ['', ''],
  ])('for %j is %j', (typed, searched) => {
    expect(searchTextOf(typed)).toBe(searched);
  });
});
