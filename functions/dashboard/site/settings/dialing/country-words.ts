import { byName, countryName } from '#functions/dashboard/site/format/countries.ts';
import { COUNTRIES } from '#shared/domain/phone-number/countries.ts';

/** Without accents and case, so that `Cote` finds Côte d’Ivoire. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

const matches = (code: string, text: string): boolean => {
  const name = plain(countryName(code));
  return (
    code.toLowerCase() === text || name.startsWith(text) || name.split(/[\s-]+/).some((word) => word.startsWith(text))
  );
};

/** The countries that a typed text may mean: the one with that code, then those whose name has a word like it. */
export const countriesLike = (typed: string, without: readonly string[]): string[] => {
  const text = plain(typed);
  const found = byName(COUNTRIES.filter((code) => !without.includes(code) && matches(code, text)));
  const isMeant = (code: string): boolean => code.toLowerCase() === text;
  return [...found.filter(isMeant), ...found.filter((code) => !isMeant(code))];
};
