import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Too short a part of a value would be found by chance. */
const LEAST_CHARS = 10;

/** How a value reads in base64 wherever it begins: without the characters that depend on its neighbours. */
const inBase64 = (value: string): string[] =>
  [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]).toString('base64');
    return text.slice(before === 0 ? 0 : before + 1, -4);
  });

/** A value as it is, and as base64, hex, a URL or JSON writes it. */
export const formsOf = (value: string): string[] =>
  [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString('hex'),
    ...inBase64(value),
  ].filter((form) => form.length >= LEAST_CHARS);

/** Names of those values of which a form stands in the text. */
export const valuesIn = (text: string, values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (formsOf(value).some((form) => text.includes(form)) ? [name] : []));

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The files in a folder, however deep, that hold a form of a value; with the values' names. */
export const filesHolding = (folder: string, values: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(
    globSync('**/*', { cwd: folder })
      .filter((file) => isFile(join(folder, file)))
      .map((file) => [file, valuesIn(readFileSync(join(folder, file), 'latin1'), values)] as const)
      .filter(([, names]) => names.length > 0),
  );
