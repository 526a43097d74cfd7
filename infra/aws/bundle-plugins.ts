import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const BUILTINS = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const BUILTIN_NAMESPACE = 'builtin';
const ENTRY_NAMESPACE = 'lambda-entry';
const CREDENTIALS_NAMESPACE = 'lambda-credentials';

/**
 * Loads Node's own modules through `require`. An ESM import of `node:http` evaluates every lazy export of that module,
 * undici included, which costs a cold start about 40 ms (https://github.com/nodejs/node/issues/59686).
 */
export const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup(build) {
    build.onResolve({ filter: /^[a-z_]/ }, ({ kind, namespace, path }) =>
      kind !== 'require-call' && namespace !== BUILTIN_NAMESPACE && BUILTINS.has(path)
        ? { path, namespace: BUILTIN_NAMESPACE }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: BUILTIN_NAMESPACE }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }));
    build.onResolve({ filter: /.*/, namespace: BUILTIN_NAMESPACE }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * Replaces the SDK's chain of credential providers (SSO, profiles, processes, web identity) by the one that Lambda
 * uses: environment variables. The chain is 40 % of a bare DynamoDB client's code and of its load time.
 */
export const lambdaCredentials: Plugin = {
  name: 'lambda-credentials',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ resolveDir }) => ({
      path: 'lambda-credentials',
      namespace: CREDENTIALS_NAMESPACE,
      pluginData: { resolveDir },
    }));
    build.onLoad({ filter: /.*/, namespace: CREDENTIALS_NAMESPACE }, ({ pluginData }) => ({
      contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
      resolveDir: (pluginData as { resolveDir: string }).resolveDir,
      loader: 'js',
    }));
  },
};

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

/**
 * Writes the computed keys in the SDK's schemas of operations as what they are, constants. esbuild keeps whatever has
 * computed keys, because they might do something: of S3 that is every operation, 60 KB beside the few that are used.
 */
export const schemasWithPlainKeys: Plugin = {
  name: 'schemas-with-plain-keys',
  setup(build) {
    build.onLoad({ filter: /\/@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const texts = new Map(
        [...source.matchAll(/^const (_\w+) = ("[^"]*");$/gm)].map(([, name, text]) => [name, text]),
      );
      const contents = source.replace(/\[(_\w+)\]:/g, (whole, name) =>
        texts.has(name) ? `${texts.get(name)}:` : whole,
      );
      return { contents, loader: 'js' };
    });
  },
};

/** The code of one Lambda: the adapters it may use, and its definition; the rest is shaken off. */
interface LambdaEntry {
  id: string;
  file: string;
  adapters: readonly string[];
}

const entryCode = ({ id, file, adapters }: LambdaEntry): string =>
  [
    ...adapters.map((adapter) => `import ${JSON.stringify(adapter)};`),
    `import { ${id} } from ${JSON.stringify(file)};`,
    `export const { handler } = ${id};`,
  ].join('\n');

/** Serves `entryPoint(id)` as the code of the Lambda with that id. */
export const lambdaEntries = (entries: readonly LambdaEntry[], resolveDir: string): Plugin => ({
  name: 'lambda-entries',
  setup(build) {
    const codeOf = new Map(entries.map((entry) => [entry.id, entryCode(entry)]));
    build.onResolve({ filter: new RegExp(`^${ENTRY_NAMESPACE}:`) }, ({ path }) => ({
      path: path.slice(ENTRY_NAMESPACE.length + 1),
      namespace: ENTRY_NAMESPACE,
    }));
    build.onLoad({ filter: /.*/, namespace: ENTRY_NAMESPACE }, ({ path: id }) => ({
      contents: codeOf.get(id) ?? '',
      resolveDir,
      loader: 'js',
    }));
  },
});

export const entryPoint = (id: string): string => `${ENTRY_NAMESPACE}:${id}`;
