import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PROJECT_ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export interface SourceFile {
  /** The path below the project's folder. */
  path: string;
  source: string;
}

/** A function, constant or class at the top level of a file. */
export interface Declaration {
  name: string;
  file: SourceFile;
  text: string;
  /** The text's position in the file. */
  from: number;
}

/**
 * The formatter indents everything inside a top-level declaration. So it begins at column 0 and ends before the next
 * line that begins there with anything but a closing bracket.
 */
const DECLARATION = /^(?:export )?(?:async )?(?:const|let|class|function\*?) ([\w$]+).*(?:\n(?:[ )\]}>].*)?)*/gm;

export const declarationsIn = (file: SourceFile): Declaration[] =>
  Array.from(file.source.matchAll(DECLARATION), ({ 0: text, 1: name = '', index }) => ({
    name,
    file,
    text,
    from: index,
  }));

export const productDeclarations = (): Declaration[] =>
  globSync('{functions,shared}/**/*.ts', { cwd: PROJECT_ROOT }).flatMap((path) =>
    declarationsIn({ path, source: readFileSync(PROJECT_ROOT + path, 'utf8') }),
  );
