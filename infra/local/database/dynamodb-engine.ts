import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { settings } from '#infra/local/process/environment.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { showsConnections } from './accept-queue.ts';
import { ENGINE_FILES } from './engine-connections.ts';

/** The version that this product is tested with. */
const ENGINE_VERSION = '1.2.1';

/** How to start a DynamoDB engine on a port. */
export interface EngineCommand {
  program: string;
  arguments(port: number): string[];
  /** It may have only `ENGINE_FILES` files open, so that the service can take all its connections. */
  isLimited: boolean;
  /** It tells that it listens before it accepts anybody, and is made to wait there until the service has connected. */
  isHeld: boolean;
}

/** The package with the embedded engine for a platform. */
const enginePackage = (platform: string, arch: string): string => `@dynoxide/${platform}-${arch}`;

const dynoxideBinary = (): string | undefined => {
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve(`${enginePackage(process.platform, process.arch)}/package.json`));
    const name = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
    return [join(folder, name), join(folder, 'bin', name)].find((file) => existsSync(file));
  } catch {
    return undefined;
  }
};

/** Sets the limit of open files for the program that it then becomes. */
const LIMIT = 'ulimit -n "$0" && exec "$@"';

const dynoxide = (binary: string, stateDir: string): EngineCommand => {
  const serve = (port: number) => ['serve', '--port', String(port), '--db-path', join(stateDir, 'dynamodb.db')];
  if (process.platform === 'win32') return { program: binary, arguments: serve, isLimited: false, isHeld: false };
  const limited = (port: number) => ['-c', LIMIT, String(ENGINE_FILES), binary, ...serve(port)];
  return { program: '/bin/sh', arguments: limited, isLimited: true, isHeld: showsConnections() };
};

/** Where Java looks for native code: SQLite's, here. */
const NATIVE_CODE = ['java', 'library', 'path'].join('.');

/** Amazon's own stand-in, by its jar; keeps its data in a folder of the state. */
export const dynamodbLocal = (jar: string, stateDir: string): EngineCommand => {
  const folder = join(stateDir, 'dynamodb-local');
  mkdirSync(folder, { recursive: true });
  const libraries = `-D${NATIVE_CODE}=${join(dirname(jar), 'DynamoDBLocal_lib')}`;
  return {
    program: 'java',
    arguments: (port) => [libraries, '-jar', jar, '-sharedDb', '-dbPath', folder, '-port', String(port)],
    isLimited: false,
    isHeld: false,
  };
};

/** The engine for this machine. @throws StartError that says what to install if there is none. */
export const engineCommand = (stateDir: string): EngineCommand => {
  const binary = dynoxideBinary();
  if (binary) return dynoxide(binary, stateDir);
  const jar = settings.dynamodbLocalJar();
  if (jar && existsSync(jar)) return dynamodbLocal(jar, stateDir);
  const name = enginePackage(process.platform, process.arch);
  throw new StartError(
    `The embedded database for this machine (${name}) is not installed. Install it with ` +
      `"npm install --no-save ${name}@${ENGINE_VERSION}", or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB ` +
      '(for example DynamoDB Local), or DYNAMODB_LOCAL_JAR to the DynamoDBLocal.jar if Java is installed.',
  );
};
