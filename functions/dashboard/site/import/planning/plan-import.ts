import type { CsvRow } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { pageSlices, type Slices, sliced } from '#functions/dashboard/site/import/reading/time-slices.ts';
import type { Mapping } from './column-mapping.ts';
import { companyKey } from './company-names.ts';
import { type Planned, type PlannedContact, type PlanOptions, rowPlanner } from './plan-row.ts';

/** A row that can be sent. */
export interface ReadyRow {
  /** Its number in the file. */
  row: number;
  contact: PlannedContact;
  /** Its company by `companyKey`; null: the chosen one. */
  company: string | null;
}

/** What there is to say about a row, in words. */
export interface RowReason {
  row: number;
  reason: string;
}

/** What an import would do. Every row of the file is ready, failed or a duplicate. */
export interface ImportPlan {
  /** Rows of the file, its header and blank rows aside. */
  total: number;
  ready: ReadyRow[];
  failed: RowReason[];
  /** Rows whose number an earlier ready row has. */
  duplicates: RowReason[];
  /** The companies that ready rows name, each once, as they are first written. */
  companies: string[];
  /** What was mended, in words for people. */
  notes: string[];
}

export interface PlanningOptions extends PlanOptions {
  onProgress?: (share: number) => void;
  slices?: Slices;
}

interface Draft {
  plan: ImportPlan;
  /** The row that brought each number. */
  rowOfNumber: Map<string, number>;
  companies: Map<string, string>;
  counts: { lostPlus: number; lacksName: number; lacksPhone: number };
}

const newDraft = (total: number): Draft => ({
  plan: { total, ready: [], failed: [], duplicates: [], companies: [], notes: [] },
  rowOfNumber: new Map(),
  companies: new Map(),
  counts: { lostPlus: 0, lacksName: 0, lacksPhone: 0 },
});

const keepNumbers = ({ rowOfNumber }: Draft, { phone, phoneSecondary }: PlannedContact, row: number): void => {
  for (const number of [phone, phoneSecondary]) {
    if (number !== undefined && !rowOfNumber.has(number)) rowOfNumber.set(number, row);
  }
};

const keepCompany = ({ companies }: Draft, name: string | null): string | null => {
  if (name === null) return null;
  const key = companyKey(name);
  if (!companies.has(key)) companies.set(key, name);
  return key;
};

/** The service counts a number as known in either place too, but asks only for the primary one. */
const addPlanned = (draft: Draft, row: number, { contact, company, lostPlus, lacksName }: Planned): void => {
  const { plan, counts, rowOfNumber } = draft;
  const earlier = contact.phone === undefined ? undefined : rowOfNumber.get(contact.phone);
  if (earlier !== undefined) {
    plan.duplicates.push({ row, reason: `Row ${earlier} of this file has the number ${contact.phone} already.` });
    return;
  }
  keepNumbers(draft, contact, row);
  plan.ready.push({ row, contact, company: keepCompany(draft, company) });
  if (lostPlus) counts.lostPlus += 1;
  if (lacksName) counts.lacksName += 1;
  if (contact.phone === undefined) counts.lacksPhone += 1;
};

const rows = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);

const notesOf = ({ lostPlus, lacksName, lacksPhone }: Draft['counts']): string[] => [
  ...(lostPlus > 0 ? [`In ${rows(lostPlus)} a number had lost its plus sign; it was put back.`] : []),
  ...(lacksName > 0 ? [`In ${rows(lacksName)} a part of the name is missing; it becomes "-".`] : []),
  ...(lacksPhone > 0 ? [`${rows(lacksPhone)} without a phone number: these contacts cannot be called.`] : []),
];

/** Judges every row of a file without blocking the page. Loads what knows the numbers of all countries. */
export const planImport = async (
  fileRows: readonly CsvRow[],
  mapping: Mapping,
  { onProgress, slices = pageSlices, ...options }: PlanningOptions,
): Promise<ImportPlan> => {
  const { readPhone } = await import('./phone-cell.ts');
  const planRow = rowPlanner(mapping, options, readPhone);
  const draft = newDraft(fileRows.length);
  const slice = sliced(slices);
  for (const [at, { row, cells, problem }] of fileRows.entries()) {
    const planned = problem === null ? planRow(cells) : { problems: [problem] };
    if ('problems' in planned) draft.plan.failed.push({ row, reason: planned.problems.join(' ') });
    else addPlanned(draft, row, planned);
    if (!slice.isOver()) continue;
    onProgress?.(at / fileRows.length);
    await slice.next();
  }
  onProgress?.(1);
  return { ...draft.plan, companies: [...draft.companies.values()], notes: notesOf(draft.counts) };
};
