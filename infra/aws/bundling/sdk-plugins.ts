import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** What the SDK of AWS has for other places than a Lambda, and what our requests do not need. */

const CREDENTIALS_NAMESPACE = 'lambda-credentials';
const EVENT_STREAMS_NAMESPACE = 'no-event-streams';

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
 * Leaves out event streams, which no operation of ours has. The SDK imports them while running, and what is imported so
 * brings everything that it imports in turn, whole.
 */
export const withoutEventStreams: Plugin = {
  name: 'without-event-streams',
  setup(build) {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: EVENT_STREAMS_NAMESPACE } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: EVENT_STREAMS_NAMESPACE }, () => ({
      contents: `throw new Error('Lambdas are bundled without event streams.');`,
      loader: 'js',
    }));
  },
};

/** A Lambda has no files of settings and no instance to ask for its region; its Node has SHA-256. */
const ELSEWHERE: Record<string, string> = {
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js': `
    export { CONFIG_PREFIX_SEPARATOR } from './constants';
    export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js':
    'export const getInstanceMetadataRegion = async () => undefined;',
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': 'export const Sha256Js = undefined;',
  // Nothing asks DynamoDB which of its endpoints to use: the client makes the cache, and no operation reads it.
  '@aws-sdk/endpoint-cache/dist-es/EndpointCache.js': 'export class EndpointCache {}',
};

/** Replaces what only other places than a Lambda need of the SDK. */
export const lambdaSettings: Plugin = {
  name: 'lambda-settings',
  setup(build) {
    for (const [file, contents] of Object.entries(ELSEWHERE)) {
      const filter = new RegExp(`/node_modules/${file.replaceAll(/[.]/g, String.raw`\.`)}$`);
      build.onLoad({ filter }, () => ({ contents, loader: 'js' }));
    }
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
