import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** What schemas are for in the API's documentation and in other functions, and a function's own requests do not need. */

const replaced = (source: string, what: string | RegExp, by: string, file: string): string => {
  const changed = source.replace(what, by);
  if (changed === source) throw new Error(`There is no ${what} in ${file}.`);
  return changed;
};

const ZOD_SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;

const META = /^ {4}meta\(\.\.\.args\) \{\n[\s\S]*?\n {4}\},$/m;
const META_WITHOUT_DOCUMENTATION = '    meta() { return this; },';

const JSON_SCHEMA_IMPORTS = [
  'import * as processors from "../core/json-schema-processors.js";',
  'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";',
];
const NO_JSON_SCHEMAS = `
  const refuse = () => { throw new Error('This function is bundled without JSON schemas.'); };
  const processors = new Proxy({}, { get: refuse });
  const createStandardJSONSchemaMethod = () => refuse;
  const createToJSONSchemaMethod = () => refuse;`;

/**
 * Leaves out of zod what `meta` keeps, and with it a copy of each schema. What `describe` says stays.
 * @param jsonSchemas whether schemas can be written as JSON schemas, as language models are given them.
 */
export const zodWithoutDocumentation = (jsonSchemas: boolean): Plugin => ({
  name: 'zod-without-documentation',
  setup(build) {
    build.onLoad({ filter: ZOD_SCHEMAS }, async ({ path }) => {
      let contents = replaced(await readFile(path, 'utf8'), META, META_WITHOUT_DOCUMENTATION, path);
      if (!jsonSchemas) {
        for (const line of JSON_SCHEMA_IMPORTS) contents = replaced(contents, line, '', path);
        contents += NO_JSON_SCHEMAS;
      }
      return { contents, loader: 'js' };
    });
  },
});

/**
 * Leaves out zod's error messages in other languages, a quarter of a megabyte wherever a package imports zod as one
 * object.
 */
export const zodInEnglish: Plugin = {
  name: 'zod-in-english',
  setup(build) {
    build.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      loader: 'js',
    }));
  },
};

/** A constant that is worked out when its file is loaded; what is in brackets is a function, or known at once. */
const CONSTANT = /^((?:export )?const \w+(?:: [^=\n]+)? = )((?![(<'"`\d]|async )[\s\S]*?);\n(?=[^\s})]|\n|$)/gm;

/**
 * Lets a bundle leave out schemas that its function does not use. They are made by calls, and esbuild keeps a call,
 * because it might do something.
 */
export const unusedSchemas: Plugin = {
  name: 'unused-schemas',
  setup(build) {
    build.onLoad({ filter: /\/shared\/schemas\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(CONSTANT, '$1/* @__PURE__ */ (() => ($2))();\n'), loader: 'ts' };
    });
  },
};
