/** The service wants both parts of a name; this stands for one that the file does not have. */
export const MISSING_NAME = '-';

export interface NameCells {
  first: string;
  last: string;
  /** The whole name in one cell. */
  full: string;
}

/** Undefined parts are not in the file. */
export interface PersonName {
  firstName: string | undefined;
  lastName: string | undefined;
}

/** What follows a name behind a comma without being a first name. */
const TITLE = /^(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|mba|esq|cpa|rn|dds)\.?$/i;

const atLastSpace = (name: string): PersonName => {
  const at = name.lastIndexOf(' ');
  return at === -1
    ? { firstName: name, lastName: undefined }
    : { firstName: name.slice(0, at), lastName: name.slice(at + 1) };
};

/** A whole name, split at its last space; "Lovelace, Ada" is split at its comma. */
export const splitName = (full: string): PersonName => {
  const name = full.trim().replace(/\s+/g, ' ');
  const [family, given, ...more] = name.split(',').map((part) => part.trim());
  if (family && given && more.length === 0) {
    if (!TITLE.test(given)) return { firstName: given, lastName: family };
    const { firstName, lastName } = atLastSpace(family);
    return { firstName, lastName: lastName && `${lastName}, ${given}` };
  }
  return name === '' ? { firstName: undefined, lastName: undefined } : atLastSpace(name);
};

/** A person's name: from the cells of its parts, or from the whole one where both are empty. */
export const nameOf = ({ first, last, full }: NameCells): PersonName => {
  const [firstName, lastName] = [first.trim() || undefined, last.trim() || undefined];
  return firstName || lastName ? { firstName, lastName } : splitName(full);
};
