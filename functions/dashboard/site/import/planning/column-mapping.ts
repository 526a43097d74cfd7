import { CREATED_AT_HEADER } from '#functions/dashboard/site/csv/contact-columns.ts';
import { type ContactField, FIELD_LABELS, fieldNamed, headerWord, mayBePartOfName } from './contact-fields.ts';

/** What becomes of a column. */
export type ColumnTarget = { to: 'field'; field: ContactField } | { to: 'custom'; key: string } | { to: 'ignore' };

/** One target per column, in the order of the columns. */
export type Mapping = readonly ColumnTarget[];

/** The column that a file of failed rows has beside those of the original. */
export const REASON_HEADER = 'Reason';
/** Its name in a file that has a column of that name already. */
export const OTHER_REASON_HEADER = 'Reason (import)';

/** Keys that the service refuses, because they name an object's prototype. */
export const REFUSED_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const KEY_MAX_CHARS = 200;
const IGNORE: ColumnTarget = { to: 'ignore' };

export const isReasonHeader = (header: string): boolean =>
  [REASON_HEADER, OTHER_REASON_HEADER].some((name) => headerWord(name) === headerWord(header));

/** The key of a custom field for a column: its name, unless the service refuses that as a key. */
export const customKeyFor = (header: string): string => {
  const key = [...header.trim()].slice(0, KEY_MAX_CHARS).join('').toWellFormed();
  return REFUSED_KEYS.includes(key) ? `${key}_` : key;
};

const customFor = (header: string): ColumnTarget => ({ to: 'custom', key: customKeyFor(header) });

const isOurs = (header: string, isLast: boolean): boolean =>
  header === CREATED_AT_HEADER || (isLast && isReasonHeader(header));

/**
 * What a column of names holds: beside first names "Name" holds last names, and the other way round; beside both it
 * says nothing new.
 */
const nameRole = (header: string, fields: ReadonlySet<ContactField | null>): ContactField | null => {
  const missing = (['firstName', 'lastName'] as const).filter((field) => !fields.has(field));
  if (missing.length === 0) return null;
  return missing.length === 1 && mayBePartOfName(header) ? (missing[0] ?? null) : 'fullName';
};

/** What the columns probably are: a field by its usual names, and every other column a custom field. */
export const suggestMapping = (headers: readonly string[]): ColumnTarget[] => {
  const named = headers.map((header, at) => (isOurs(header, at === headers.length - 1) ? null : fieldNamed(header)));
  const fields = new Set(named);
  const taken = new Set<ContactField>();
  return headers.map((header, at): ColumnTarget => {
    if (isOurs(header, at === headers.length - 1)) return IGNORE;
    const field = named[at] === 'fullName' ? nameRole(header, fields) : (named[at] ?? null);
    if (field === null || taken.has(field)) return customFor(header);
    taken.add(field);
    return { to: 'field', field };
  });
};

/** The mapping with another target for one column. A column that had the same field becomes a custom field. */
export const withTarget = (
  mapping: Mapping,
  headers: readonly string[],
  at: number,
  target: ColumnTarget,
): ColumnTarget[] =>
  mapping.map((present, index) => {
    if (index === at) return target.to === 'custom' ? customFor(target.key) : target;
    const isDisplaced = target.to === 'field' && present.to === 'field' && present.field === target.field;
    return isDisplaced ? customFor(headers[index] ?? '') : present;
  });

/** The column that a field is read from; -1 where there is none. */
export const columnOf = (mapping: Mapping, field: ContactField): number =>
  mapping.findIndex((target) => target.to === 'field' && target.field === field);

const has = (mapping: Mapping, field: ContactField): boolean => columnOf(mapping, field) !== -1;

const repeatedKeys = (mapping: Mapping): string[] => {
  const keys = mapping.flatMap((target) => (target.to === 'custom' ? [target.key] : []));
  return [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))];
};

/** Why nothing can be imported with this mapping, in words; an empty list where it can. */
export const mappingProblems = (mapping: Mapping): string[] => [
  ...repeatedKeys(mapping).map((key) => `Two columns are mapped to the custom field "${key}". Give one another name.`),
  ...mapping.flatMap((target, at) =>
    target.to === 'field' && columnOf(mapping, target.field) !== at
      ? [`Two columns are mapped to "${FIELD_LABELS[target.field]}".`]
      : [],
  ),
  ...(mapping.some((target) => target.to === 'custom' && target.key === '') ? ['A custom field needs a name.'] : []),
];

/** What the person should know about this mapping before the import. */
export const mappingNotes = (mapping: Mapping, headers: readonly string[]): string[] => {
  const renamed = mapping.flatMap((target, at) => {
    const header = headers[at] ?? '';
    return target.to === 'custom' && REFUSED_KEYS.includes(header)
      ? [`"${header}" is no allowed name of a custom field; it is called "${target.key}".`]
      : [];
  });
  const hasName = (['firstName', 'lastName', 'fullName'] as const).some((field) => has(mapping, field));
  return [
    ...renamed,
    ...(has(mapping, 'phone') ? [] : ['No column is mapped to "Phone": contacts without a number cannot be called.']),
    ...(hasName ? [] : ['No column is mapped to a name.']),
  ];
};
