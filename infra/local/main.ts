import { LOCAL_TABLE_NAME, settings } from './process/environment.ts';
import { readFlags } from './process/read-flags.ts';
import { openServiceLog, SERVICE_LOG_FILE } from './process/service-log.ts';
import { explain, StartError } from './process/start-error.ts';

/** `npm start`: the whole service on this machine. `-- --fresh` empties its state first. */

/** A terminal and npm both forward one Ctrl-C; a signal this soon is the same keypress. */
const SAME_KEYPRESS_MS = 400;
/** A stop that takes longer is aborted. */
const STOP_DEADLINE_MS = 4_000;

const print = (line: string): void => console.log(line);

type Service = import('./start.ts').RunningService;

/** Only a person at a terminal sees the token, because what is printed elsewhere is kept: in files, in logs of a CI. */
const shown = (token: string): string => (process.stdout.isTTY ? token : '<api_token>');

/** The account `demo` is there, and nothing opens it: of a database of one's own `--fresh` empties nothing. */
const withoutCredentials = (stateDir: string): string[] => [
  `The account "demo" exists, but ${stateDir}/credentials.json is gone, and a token is shown only once. Make another token with`,
  '"npm run operate -- tokens issue demo --laptop", or another account with "npm run account -- create".',
  settings.dynamodbEndpoint() === undefined
    ? 'To begin anew with nothing, start with "npm start -- --fresh".'
    : `To begin anew with nothing, delete the table ${LOCAL_TABLE_NAME} at ${settings.dynamodbEndpoint()} too: it is yours, and --fresh leaves it alone.`,
];

/** What `--fresh` has emptied, where that is not everything. */
const freshWords = (stateDir: string): string[] => {
  const endpoint = settings.dynamodbEndpoint();
  if (endpoint === undefined || !readFresh()) return [];
  return [
    `--fresh has emptied ${stateDir}: queues, recordings, schedules, log and secrets. It has not emptied the table ${LOCAL_TABLE_NAME} at ` +
      `${endpoint}, which AWS_ENDPOINT_URL_DYNAMODB names and which is yours, and has kept the key by which numbers are found in it. To begin anew, delete that table first.`,
  ];
};

const banner = ({ url, stateDir, credentials, carrierUrl }: Service): string => {
  const access = credentials
    ? [
        `Dashboard: ${credentials.dashboard_url}`,
        'The link signs in once, within ten minutes; "npm run dashboard" prints a new one.',
        '',
        `Account ${credentials.account_slug}, team ${credentials.team_id}; token in ${stateDir}/credentials.json. Try:`,
        '',
        `  curl -s "${url}/api/crm/companies?teamId=${credentials.team_id}" -H "Authorization: Bearer ${shown(credentials.api_token)}"`,
      ]
    : withoutCredentials(stateDir);
  const carrier =
    carrierUrl === undefined
      ? `calls go through the carrier "${settings.telephonyProvider()}"`
      : `simulated carrier at ${new URL(carrierUrl).origin}`;
  return [
    '',
    `Ready at ${url} (${carrier}). Ctrl-C stops it.`,
    ...settings.notices(),
    ...freshWords(stateDir),
    ...access,
    '',
  ].join('\n');
};

const logQuietly = (stateDir: string, what: string, error: unknown): void => {
  try {
    const log = openServiceLog(stateDir);
    log.error(what, error);
    log.close();
  } catch {
    // Without a log file there is nowhere to write.
  }
};

const readFresh = (): boolean =>
  readFlags({ options: { fresh: { type: 'boolean', default: false } } }, ' The only option is --fresh.').values.fresh;

const stopOnSignals = (starting: Promise<Service>): void => {
  let service: Service | undefined;
  starting.then(
    (running) => {
      service = running;
    },
    () => undefined,
  );
  let firstAt: number | undefined;
  const stop = async (): Promise<void> => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt < SAME_KEYPRESS_MS) return;
      service?.kill();
      process.exit(130);
    }
    firstAt = performance.now();
    print('Stopping.');
    setTimeout(() => {
      service?.kill();
      process.exit(1);
    }, STOP_DEADLINE_MS).unref();
    await starting.then((running) => running.stop()).catch(() => undefined);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
};

const main = async (): Promise<void> => {
  let stateDir = '.local';
  let service: Service | undefined;
  const fail = (error: unknown): never => {
    if (!(error instanceof StartError)) logQuietly(stateDir, 'The service failed.', error);
    const more = error instanceof StartError ? '' : ` (details in ${stateDir}/${SERVICE_LOG_FILE})`;
    console.error(`${explain(error, stateDir)}${more}`);
    service?.kill();
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  try {
    settings.check();
    stateDir = settings.stateDir();
    const options = {
      port: settings.port(),
      stateDir,
      fresh: readFresh(),
      telephonyProvider: settings.telephonyProvider(),
      carrierSpeed: settings.carrierSpeed(),
      publicHosts: settings.publicHosts(),
      dynamodbEndpoint: settings.dynamodbEndpoint(),
      log: print,
      onDeath: (message: string) => fail(new StartError(message)),
    };
    const starting = import('./start.ts').then(({ startService }) => startService(options));
    stopOnSignals(starting);
    service = await starting;
    print(banner(service));
  } catch (error) {
    fail(error);
  }
};

await main();
