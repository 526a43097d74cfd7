import { sha256 } from '#functions/dashboard/site/import/reading/sha-256.ts';

/** A company of the team. */
export interface KnownCompany {
  id: string;
  name: string;
}

/** What tells companies apart: their name without case and surplus white space. */
export const companyKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Ids by `companyKey`, and the names that no company has yet, each once as it is first written. */
export interface MatchedCompanies {
  ids: Record<string, string>;
  missing: string[];
}

/** Finds the companies that a file names. Of several with one name the first is taken. */
export const matchCompanies = (names: readonly string[], known: readonly KnownCompany[]): MatchedCompanies => {
  const idByKey = new Map<string, string>();
  for (const { id, name } of known) if (!idByKey.has(companyKey(name))) idByKey.set(companyKey(name), id);
  const wanted = new Map<string, string>();
  for (const name of names) if (!wanted.has(companyKey(name))) wanted.set(companyKey(name), name.trim());
  const found = [...wanted.keys()].flatMap((key) => {
    const id = idByKey.get(key);
    return id === undefined ? [] : [[key, id] as const];
  });
  return {
    ids: Object.fromEntries(found),
    missing: [...wanted].flatMap(([key, name]) => (idByKey.has(key) ? [] : [name])),
  };
};

/** The Idempotency-Key under which an import creates a company, so that a reload creates no second one. */
export const companyCreationKey = (runId: string, name: string): Promise<string> =>
  sha256(JSON.stringify(['company', runId, companyKey(name)]));
