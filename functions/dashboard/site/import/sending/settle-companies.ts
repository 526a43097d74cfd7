import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import { CannotImport } from '#functions/dashboard/site/import/page/cannot-import.ts';
import {
  companyCreationKey,
  companyKey,
  type KnownCompany,
  matchCompanies,
} from '#functions/dashboard/site/import/planning/company-names.ts';
import type { CompaniesOfRows } from './contact-chunks.ts';
import { waitMs } from './send-chunks.ts';

/** What the page lends to the settling of companies. */
export interface CompanyPorts {
  /** All companies of the team. */
  known(): Promise<KnownCompany[]>;
  create(name: string, idempotencyKey: string): Promise<KnownCompany>;
  problemOf(error: unknown): Problem;
  sleep(ms: number): Promise<void>;
  /** How far it is, in words. */
  report(words: string): void;
  signal: AbortSignal;
}

export interface WantedCompanies {
  runId: string;
  /** The name for rows that name none; empty where there is none. */
  chosen: string;
  /** Names in the file. */
  named: readonly string[];
}

const TRIES_MAX = 6;
const CONFLICT = 409;
const TOO_MANY_REQUESTS = 429;

/** Nobody knows what became of the request, or it may succeed in a while. */
const mayPass = ({ status }: Problem): boolean =>
  status === null || status === CONFLICT || status === TOO_MANY_REQUESTS || status >= 500;

/** The service refuses this company for what it is, not all of them. */
const isAboutName = ({ status }: Problem): boolean => status === 400 || status === CONFLICT || status === 422;

const created = async (name: string, runId: string, ports: CompanyPorts): Promise<string> => {
  const key = await companyCreationKey(runId, name);
  for (let tries = 1; ; tries++) {
    ports.signal.throwIfAborted();
    try {
      return (await ports.create(name, key)).id;
    } catch (error) {
      if (tries >= TRIES_MAX || !mayPass(ports.problemOf(error))) throw error;
    }
    await ports.sleep(waitMs(tries, null));
  }
};

const cannotCreate = (name: string, words: string): CannotImport =>
  new CannotImport(`The company “${name}” could not be created. ${words}`);

/**
 * The companies that rows belong to: those of the team that have the name, and new ones for all other names. A company
 * that is refused is told with the reason, and its rows fail; without the chosen one nothing begins.
 */
export const settleCompanies = async (
  { runId, chosen, named }: WantedCompanies,
  ports: CompanyPorts,
): Promise<CompaniesOfRows> => {
  const hasChosen = chosen.trim() !== '';
  const names = hasChosen ? [chosen, ...named] : named;
  const { ids, missing } = matchCompanies(names, names.length === 0 ? [] : await ports.known());
  const settled: Record<string, string> = { ...ids };
  const problems: Record<string, string> = {};
  for (const [index, name] of missing.entries()) {
    ports.report(`Creating companies: ${index + 1} of ${missing.length}`);
    try {
      settled[companyKey(name)] = await created(name, runId, ports);
    } catch (error) {
      const problem = ports.problemOf(error);
      const isChosen = hasChosen && companyKey(name) === companyKey(chosen);
      if (isChosen && isAboutName(problem)) throw cannotCreate(name, problem.words);
      if (!isAboutName(problem)) throw error;
      problems[companyKey(name)] = problem.words;
    }
  }
  return { chosenId: hasChosen ? (settled[companyKey(chosen)] ?? null) : null, ids: settled, problems };
};
