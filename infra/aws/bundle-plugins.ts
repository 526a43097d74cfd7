import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const BUILTINS = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const BUILTIN_NAMESPACE = 'builtin';
const ENTRY_NAMESPACE = 'lambda-entry';
const CREDENTIALS_NAMESPACE = 'lambda-credentials';
const LEFT_OUT_NAMESPACE = 'left-out';
const RESOLVING = Symbol('resolving');

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

/** Serves `entryPoint(id)` as a module with nothing but the `handler` of the id's file, so that the rest is shaken off. */
export const handlersOnly = (fileOf: ReadonlyMap<string, string>, resolveDir: string): Plugin => ({
  name: 'handlers-only',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${ENTRY_NAMESPACE}:`) }, ({ path }) => ({
      path: path.slice(ENTRY_NAMESPACE.length + 1),
      namespace: ENTRY_NAMESPACE,
    }));
    build.onLoad({ filter: /.*/, namespace: ENTRY_NAMESPACE }, ({ path: id }) => ({
      contents: `export { handler } from ${JSON.stringify(fileOf.get(id))};`,
      resolveDir,
      loader: 'js',
    }));
  },
});

export const entryPoint = (id: string): string => `${ENTRY_NAMESPACE}:${id}`;

/**
 * Empties the given files where `importer` imports them, and nowhere else. Both are absolute paths. For adapters of
 * capabilities that a function does not declare: they are imported, but never called.
 */
export const leaveOut = (files: ReadonlySet<string>, importer: string): Plugin => ({
  name: 'leave-out',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, async ({ path, kind, resolveDir, pluginData, importer: from }) => {
      if (from !== importer || pluginData === RESOLVING) return undefined;
      const resolved = await build.resolve(path, { kind, resolveDir, importer: from, pluginData: RESOLVING });
      return files.has(resolved.path) ? { path: resolved.path, namespace: LEFT_OUT_NAMESPACE } : resolved;
    });
    build.onLoad({ filter: /.*/, namespace: LEFT_OUT_NAMESPACE }, () => ({
      contents: 'module.exports = {}',
      loader: 'js',
    }));
  },
});
