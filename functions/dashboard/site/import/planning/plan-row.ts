import { unwrapped } from '#functions/dashboard/site/import/reading/cell-text.ts';
import { columnOf, type Mapping } from './column-mapping.ts';
import {
  type CellValue,
  readEmail,
  readLongText,
  readTags,
  readText,
  readTimezone,
  readYesNo,
} from './contact-cells.ts';
import { CONTACT_FIELDS, type ContactField, FIELD_LABELS } from './contact-fields.ts';
import { MISSING_NAME, nameOf } from './person-name.ts';
import type { NumberCountry, PhoneCell } from './phone-cell.ts';

/** A contact as the service takes it, without its company. */
export interface PlannedContact {
  firstName: string;
  lastName: string;
  phone?: string;
  phoneSecondary?: string;
  email?: string;
  jobTitle?: string;
  leadStatus?: string;
  source?: string;
  timezone?: string;
  preferredContactMethod?: string;
  doNotCall?: boolean;
  tags?: string[];
  notes?: string;
  customFields?: Record<string, string>;
}

export interface PlanOptions {
  /** Of numbers without a country code; null: such numbers are refused. */
  country: NumberCountry | null;
  /** Whether there is a company for rows that name none. */
  hasCompany: boolean;
  /** `dash`: a missing part of a name becomes "-"; `fail`: such rows fail. */
  missingNames: 'dash' | 'fail';
}

/** A row as a contact, with what had to be mended. */
export interface Planned {
  contact: PlannedContact;
  /** The company's name as the row has it; null: the chosen one. */
  company: string | null;
  lostPlus: boolean;
  lacksName: boolean;
}

export type ReadPhone = (cell: string, country: NumberCountry | null) => PhoneCell;

/** Reads rows under one mapping. */
export type RowPlanner = (cells: readonly string[]) => Planned | { problems: string[] };

const COMPANY_MAX_CHARS = 200;

const READERS: { field: ContactField; read: (cell: string) => CellValue<unknown> }[] = [
  { field: 'email', read: readEmail },
  { field: 'jobTitle', read: readText },
  { field: 'leadStatus', read: readText },
  { field: 'source', read: readText },
  { field: 'timezone', read: readTimezone },
  { field: 'preferredContactMethod', read: readText },
  { field: 'doNotCall', read: readYesNo },
  { field: 'tags', read: readTags },
  { field: 'notes', read: readLongText },
];
const PHONES = ['phone', 'phoneSecondary'] as const;

type CellOf = (field: ContactField) => string;

const about = (field: ContactField, problem: string): string => `${FIELD_LABELS[field]}: ${problem}`;

/** Fields that are given, and what is wrong with others. */
interface Collected {
  fields: [string, unknown][];
  problems: string[];
  lostPlus: boolean;
}

const readFields = (cellOf: CellOf, into: Collected): void => {
  for (const { field, read } of READERS) {
    const result = read(cellOf(field));
    if (result.problem !== undefined) into.problems.push(about(field, result.problem));
    else if (result.value !== undefined) into.fields.push([field, result.value]);
  }
};

const readPhones = (cellOf: CellOf, into: Collected, readPhone: ReadPhone, country: NumberCountry | null): void => {
  for (const field of PHONES) {
    const result = readPhone(cellOf(field), country);
    if (result.is === 'wrong') into.problems.push(about(field, result.problem));
    if (result.is !== 'number') continue;
    into.fields.push([field, result.phone]);
    into.lostPlus ||= result.lostPlus;
  }
};

const readCompany = (cell: string, hasCompany: boolean, into: Collected): string | null => {
  const company = unwrapped(cell) || null;
  if (company === null && !hasCompany)
    into.problems.push('The row names no company, and none is chosen for such rows.');
  if (company && company.length > COMPANY_MAX_CHARS) {
    into.problems.push(about('company', `a name has at most ${COMPANY_MAX_CHARS} characters.`));
  }
  return company;
};

const readName = (cellOf: CellOf, { missingNames }: PlanOptions, into: Collected) => {
  const part = (field: ContactField): string => unwrapped(cellOf(field));
  const { firstName, lastName } = nameOf({ first: part('firstName'), last: part('lastName'), full: part('fullName') });
  const lacksName = !firstName || !lastName;
  if (!firstName && !lastName && !into.fields.some(([field]) => field === 'phone' || field === 'email')) {
    if (into.problems.length === 0)
      into.problems.push('The row has neither a name nor a phone number nor an email address.');
  } else if (lacksName && missingNames === 'fail') {
    into.problems.push(`The row has no ${firstName ? 'last' : 'first'} name.`);
  }
  return { firstName: firstName ?? MISSING_NAME, lastName: lastName ?? MISSING_NAME, lacksName };
};

type CustomColumn = { at: number; key: string };

const customOf = (
  cells: readonly string[],
  columns: readonly CustomColumn[],
): { customFields?: Record<string, string> } => {
  const entries = columns.flatMap(({ at, key }) => {
    const text = unwrapped(cells[at] ?? '');
    return text === '' ? [] : [[key, text] as const];
  });
  return entries.length > 0 ? { customFields: Object.fromEntries(entries) } : {};
};

/** What turns rows into contacts under this mapping. */
export const rowPlanner = (mapping: Mapping, options: PlanOptions, readPhone: ReadPhone): RowPlanner => {
  const columns = new Map(CONTACT_FIELDS.map((field) => [field, columnOf(mapping, field)]));
  const custom = mapping.flatMap((target, at) => (target.to === 'custom' ? [{ at, key: target.key }] : []));
  return (cells) => {
    const cellOf: CellOf = (field) => cells[columns.get(field) ?? -1] ?? '';
    const collected: Collected = { fields: [], problems: [], lostPlus: false };
    readPhones(cellOf, collected, readPhone, options.country);
    readFields(cellOf, collected);
    const { lacksName, ...name } = readName(cellOf, options, collected);
    const company = readCompany(cellOf('company'), options.hasCompany, collected);
    if (collected.problems.length > 0) return { problems: collected.problems };
    const contact = { ...name, ...Object.fromEntries(collected.fields), ...customOf(cells, custom) };
    return { contact, company, lostPlus: collected.lostPlus, lacksName };
  };
};
