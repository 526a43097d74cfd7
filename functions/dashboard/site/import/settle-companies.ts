import { api } from '#functions/dashboard/site/api/client.ts';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { companyCreationKey, companyKey, matchCompanies } from './company-names.ts';
import type { CompaniesOfRows } from './contact-chunks.ts';

/** The largest page that lists of the API give. */
const PAGE_ROWS = 200;

const allCompanies = async (teamId: string): Promise<{ id: string; name: string }[]> => {
  const all: { id: string; name: string }[] = [];
  for (;;) {
    const { companies, count } = await api.listCompanies({ teamId, limit: PAGE_ROWS, offset: all.length });
    all.push(...companies);
    if (companies.length === 0 || all.length >= count) return all;
  }
};

/**
 * The companies that rows belong to: those of the team that have the name, and new ones for all other names. A company
 * that cannot be created is told with its reason, and its rows fail.
 */
export const settleCompanies = async (
  { teamId, runId, chosen, named }: { teamId: string; runId: string; chosen: string; named: readonly string[] },
  report: (words: string) => void,
): Promise<CompaniesOfRows> => {
  const names = chosen.trim() === '' ? [...named] : [chosen, ...named];
  const { ids, missing } = matchCompanies(names, names.length === 0 ? [] : await allCompanies(teamId));
  const settled: Record<string, string> = { ...ids };
  const problems: Record<string, string> = {};
  for (const [index, name] of missing.entries()) {
    report(`Creating companies: ${index + 1} of ${missing.length}`);
    try {
      const idempotencyKey = await companyCreationKey(runId, name);
      const { company } = await api.createCompany({ teamId, name }, { idempotencyKey });
      settled[companyKey(name)] = company.id;
    } catch (error) {
      problems[companyKey(name)] = problemOf(error).words;
    }
  }
  const chosenId = chosen.trim() === '' ? null : (settled[companyKey(chosen)] ?? null);
  return { chosenId, ids: settled, problems };
};
