import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const BUILTINS = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const BUILTIN_NAMESPACE = 'builtin';
/** Imported while running, and as a whole: then nothing is to be read but what is asked for. */
const LATE_BUILTIN_NAMESPACE = 'late-builtin';
const ENTRY_NAMESPACE = 'lambda-entry';

const isOfBuiltin = (namespace: string): boolean =>
  namespace === BUILTIN_NAMESPACE || namespace === LATE_BUILTIN_NAMESPACE;

/**
 * A constant for each of a module's properties: a bundle reads those that it uses, and none of the others, of which some
 * load further modules.
 */
const builtinCode = (name: string): string => {
  const constants = Object.keys(process.getBuiltinModule(name) ?? {})
    .filter((property) => property !== 'default')
    .map((property, n) => {
      const key = JSON.stringify(property);
      return `const p${n} = /* @__PURE__ */ (() => builtin[${key}])();\nexport { p${n} as ${key} };`;
    });
  const builtin = `const builtin = /* @__PURE__ */ require(${JSON.stringify(name)});\nexport default builtin;`;
  return [builtin, ...constants].join('\n');
};

/**
 * Loads Node's own modules through `require`. An ESM import of `node:http` evaluates every lazy export of that module,
 * undici included, which costs a cold start about 40 ms (https://github.com/nodejs/node/issues/59686). esbuild's own
 * way, a getter for each export in each file that imports the module, costs another tenth.
 */
export const requireBuiltins: Plugin = {
  name: 'require-builtins',
  setup(build) {
    build.onResolve({ filter: /^[a-z_]/ }, ({ kind, namespace, path }) => {
      if (kind === 'require-call' || isOfBuiltin(namespace) || !BUILTINS.has(path)) return undefined;
      return { path, namespace: kind === 'dynamic-import' ? LATE_BUILTIN_NAMESPACE : BUILTIN_NAMESPACE };
    });
    build.onLoad({ filter: /.*/, namespace: BUILTIN_NAMESPACE }, ({ path }) => ({
      contents: builtinCode(path),
      loader: 'js',
    }));
    build.onLoad({ filter: /.*/, namespace: LATE_BUILTIN_NAMESPACE }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }));
    for (const namespace of [BUILTIN_NAMESPACE, LATE_BUILTIN_NAMESPACE])
      build.onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
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
