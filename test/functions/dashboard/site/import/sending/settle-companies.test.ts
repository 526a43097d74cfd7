import { expect, test } from '@jest/globals';
import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import { CannotImport } from '#functions/dashboard/site/import/page/cannot-import.ts';
import {
  type CompanyPorts,
  settleCompanies,
  type WantedCompanies,
} from '#functions/dashboard/site/import/sending/settle-companies.ts';

class Refused extends Error {
  readonly problem: Problem;
  constructor(status: number | null, words: string) {
    super(words);
    this.problem = { status, words, issues: new Map() };
  }
}

/** A team with one company, whose service answers creations with these refusals first. */
const team = (refusals: readonly Refused[] = []) => {
  const left = [...refusals];
  const asked: { name: string; key: string }[] = [];
  const waits: number[] = [];
  const abort = new AbortController();
  const ports: CompanyPorts = {
    known: async () => [{ id: 'comp_acme', name: 'Acme' }],
    create: async (name, key) => {
      asked.push({ name, key });
      const refusal = left.shift();
      if (refusal) throw refusal;
      return { id: `comp_${name.toLowerCase()}`, name };
    },
    problemOf: (error) => (error as Refused).problem,
    sleep: async (ms) => void waits.push(ms),
    report: () => undefined,
    signal: abort.signal,
  };
  const settle = (wanted: Partial<WantedCompanies>) =>
    settleCompanies({ runId: 'run', chosen: '', named: [], ...wanted }, ports);
  return { settle, asked, waits, abort };
};

test('companies of the team are taken as they are, whatever the case, and others are created once', async () => {
  const { settle, asked } = team();
  expect(await settle({ chosen: ' acme ', named: ['ACME', 'Beta', 'beta'] })).toEqual({
    chosenId: 'comp_acme',
    ids: { acme: 'comp_acme', beta: 'comp_beta' },
    problems: {},
  });
  expect(asked.map(({ name }) => name)).toEqual(['Beta']);
});

test('a lost answer, a busy service or a limit of requests is waited for, under the same key', async () => {
  const { settle, asked, waits } = team([
    new Refused(null, 'lost'),
    new Refused(503, 'busy'),
    new Refused(429, 'many'),
  ]);
  expect((await settle({ named: ['Beta'] })).ids).toEqual({ beta: 'comp_beta' });
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(waits).toEqual([1_000, 2_000, 4_000]);
});

test('a company that is refused for its name fails its own rows only', async () => {
  const { settle } = team([new Refused(400, 'Too long.')]);
  expect(await settle({ named: ['Beta', 'Gamma'] })).toEqual({
    chosenId: null,
    ids: { gamma: 'comp_gamma' },
    problems: { beta: 'Too long.' },
  });
});

test('nothing begins without the chosen company, and the reason is told', async () => {
  const { settle } = team([new Refused(400, 'Too long.')]);
  const settled = settle({ chosen: 'Beta', named: ['Gamma'] });
  await expect(settled).rejects.toThrow(CannotImport);
  await expect(settled).rejects.toThrow('The company “Beta” could not be created. Too long.');
});

test('where the service lets nothing through, the first refusal ends it', async () => {
  const { settle, asked } = team([new Refused(403, 'Not allowed.')]);
  await expect(settle({ named: ['Beta', 'Gamma'] })).rejects.toThrow('Not allowed.');
  expect(asked).toHaveLength(1);
});

test('once it is given up, no further company is created', async () => {
  const { settle, asked, abort } = team();
  abort.abort();
  await expect(settle({ named: ['Beta', 'Gamma'] })).rejects.toThrow();
  expect(asked).toEqual([]);
});
