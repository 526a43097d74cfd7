import { TelnyxRefusal } from './refusal.ts';

/** The filters of a query. An undocumented one is refused. */
export const filtersOf = (query: URLSearchParams, known: string[]): Record<string, string | undefined> => {
  const filters = [...query].map(([key, value]) => {
    const name = /^filter\[(\w+)\](\[\])?$/.exec(key)?.[1] ?? key;
    if (!known.includes(name) && !/^page\[(size|number)\]$/.test(key)) {
      throw new TelnyxRefusal(400, '10015', 'Bad Request', { detail: `Unknown query parameter ${key}.` });
    }
    return [name, value];
  });
  return Object.fromEntries(filters);
};
