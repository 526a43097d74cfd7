import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settings } from '#infra/local/process/environment.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { showsConnections } from './accept-queue.ts';
import { ENGINE_FILES } from './engine-connections.ts';
import { type Dynoxide, findDynoxide, howToInstall, type Machine } from './find-dynoxide.ts';

/** How to start a DynamoDB engine on a port. */
export interface EngineCommand {
  program: string;
  arguments(port: number): string[];
  /** It may have only `ENGINE_FILES` files open, so that the service can take all its connections. */
  isLimited: boolean;
  /** It tells that it listens before it accepts anybody, and is made to wait there until the service has connected. */
  isHeld: boolean;
  /** What the person who starts it should know of it. */
  notice?: string | undefined;
}

/** Sets the limit of open files for the program that it then becomes. */
const LIMIT = 'ulimit -n "$0" && exec "$@"';

const dynoxide = ({ program, notice }: Dynoxide, stateDir: string): EngineCommand => {
  const serve = (port: number) => ['serve', '--port', String(port), '--db-path', join(stateDir, 'dynamodb.db')];
  // Windows has no such shell, so the engine there answers whoever reaches its port.
  if (process.platform === 'win32') return { program, arguments: serve, isLimited: false, isHeld: false, notice };
  const limited = (port: number) => ['-c', LIMIT, String(ENGINE_FILES), program, ...serve(port)];
  return { program: '/bin/sh', arguments: limited, isLimited: true, isHeld: showsConnections(), notice };
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

/**
 * The engine for this machine: dynoxide as a package or on the PATH, else DynamoDB Local.
 * @throws StartError that says what to install if there is none.
 */
export const engineCommand = (stateDir: string, machine: Machine = process): EngineCommand => {
  const found = findDynoxide(machine);
  if (found) return dynoxide(found, stateDir);
  const jar = settings.dynamodbLocalJar();
  if (jar && existsSync(jar)) return dynamodbLocal(jar, stateDir);
  throw new StartError(
    `${howToInstall(machine)} Or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB (for example DynamoDB Local), or ` +
      'DYNAMODB_LOCAL_JAR to the DynamoDBLocal.jar if Java is installed.',
  );
};
