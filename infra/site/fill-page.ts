import { assetPath, type Loaded } from './bundle-site.ts';

const SCRIPT = /^( *)<script type="module" src="\.\/([^"]+)"><\/script>$/gm;
const REFERENCE = /\b(href|src)="\.\/([^"]+)"/g;

const link = (rel: string, name: string): string => `<link rel="${rel}" href="${assetPath(name)}">`;

/**
 * Replaces what a page names of the sources, `./main.tsx`, by what became of it. Before a module stand its stylesheet,
 * and what it imports, so that the browser asks for all of it at once.
 * @throws when the page names what was not built.
 */
export const fillPage = (template: string, loaded: ReadonlyMap<string, Loaded>): string => {
  const builtFrom = (source: string): Loaded => {
    const found = loaded.get(source);
    if (!found) throw new Error(`A page names ./${source}, which is not built.`);
    return found;
  };
  const withScripts = template.replace(SCRIPT, (_, indent: string, source: string) => {
    const { name, imports, stylesheet } = builtFrom(source);
    const lines = [
      ...(stylesheet ? [link('stylesheet', stylesheet)] : []),
      ...imports.map((each) => link('modulepreload', each)),
      `<script type="module" src="${assetPath(name)}"></script>`,
    ];
    return lines.map((line) => indent + line).join('\n');
  });
  return withScripts.replace(
    REFERENCE,
    (_, attribute: string, source: string) => `${attribute}="${assetPath(builtFrom(source).name)}"`,
  );
};
