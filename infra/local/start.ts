import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Entry } from '#infra/catalog.ts';
import { buildSite } from '#infra/site/build-site.ts';
import type { CarrierName } from '#shared/providers/telephony/carrier-settings.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import type { CarrierOptions, RunningCarrier } from './carrier/carrier.ts';
import { type Credentials, ensureDemoAccount } from './commands/demo-account.ts';
import { startDynamodb } from './database/dynamodb.ts';
import { engineClient } from './database/engine/engine-client.ts';
import type { EngineAddress } from './database/engine/engine-requests.ts';
import { startItemExpiry } from './database/item-expiry.ts';
import { hasDatabases } from './database/scrub.ts';
import { newScrubber } from './database/scrubber.ts';
import { freshSite } from './gateway/fresh-site.ts';
import { type Gateway, openGateway } from './gateway/gateway.ts';
import { LOCAL_TABLE_NAME, setLambdaEnvironment, settings } from './process/environment.ts';
import { LOCAL_CREDENTIALS } from './process/local-aws.ts';
import { findNumberHash, numberHashFile } from './process/number-hash.ts';
import { removeServiceFile, writeServiceFile } from './process/service-file.ts';
import { openServiceLog, type ServiceLog } from './process/service-log.ts';
import { StartError } from './process/start-error.ts';
import { keptSecret, openStateDirectory, type StateDirectory } from './process/state-directory.ts';
import { startThread } from './process/thread.ts';
import { startEventSources } from './queues/event-sources.ts';
import { startExportExpiry } from './queues/export-expiry.ts';
import { scrubbingWorkers } from './queues/scrubbing-workers.ts';
import { startSqsAndS3 } from './queues/sqs-and-s3.ts';
import { startScheduler } from './scheduler/scheduler.ts';

const WEBHOOK_PATH = '/api/db/webhook';
/** OpenAI-compatible clients append `/chat/completions`. */
const MODEL_ENDPOINT_PATH = '/llm';
/** Of the state. */
const SITE_FOLDER = 'site';

interface ServiceOptions {
  /** 0 lets the system choose. */
  port: number;
  stateDir: string;
  /** Delete all earlier state first. */
  fresh?: boolean;
  /** The simulated carrier by default. */
  telephonyProvider?: CarrierName;
  /** Divides every duration of the simulated carrier. */
  carrierSpeed: number;
  /** Names beside those of this machine by which the API is reached, through a tunnel for instance. */
  publicHosts?: readonly string[];
  /** A running DynamoDB to use instead of the embedded one. */
  dynamodbEndpoint?: string | undefined;
  /** False keeps everything in this thread, whose clock then is that of everything. */
  hasThreads?: boolean;
  /** One readable line per request. */
  log(line: string): void;
  /** A part of the service has died, so nothing works any more. */
  onDeath(message: string): void;
}

export interface RunningService {
  url: string;
  port: number;
  stateDir: string;
  /** The simulated carrier's, if it runs. */
  carrierUrl: string | undefined;
  dynamodbUrl: string;
  /** `undefined` if the account exists but its credentials file was deleted. */
  credentials: Credentials | undefined;
  stop(): Promise<void>;
  /** Kills the child process without waiting for anything. */
  kill(): void;
}

type Undo = () => Promise<void> | void;

const openPort = async (options: ServiceOptions, logError: ServiceLog['error']): Promise<Gateway> => {
  const { port, publicHosts, log } = options;
  const onError = (name: string, error: unknown): void => logError(`The function ${name} failed.`, error);
  try {
    return await openGateway({ port, publicHosts, log, onError });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start.`,
      );
    }
    if (code === 'EACCES') throw new StartError(`Port ${port} needs more rights. Choose a port above 1023: PORT=3000.`);
    throw error;
  }
};

const CARRIER_THREAD = new URL('carrier/carrier-thread.ts', import.meta.url);

const startSimulatedCarrier = async (
  carrier: CarrierOptions,
  { hasThreads = true, onDeath }: ServiceOptions,
): Promise<RunningCarrier> => {
  if (!hasThreads) return (await import('./carrier/carrier.ts')).startCarrier(carrier);
  const thread = await startThread<Pick<RunningCarrier, 'url' | 'publicKey'>, string>(CARRIER_THREAD, carrier);
  thread.ended.then((error) => error && onDeath(`The simulated carrier stopped: ${error.message}.`));
  return { ...thread.said, setWebhookUrl: thread.tell, stop: thread.stop };
};

/** Starts everything that the Lambdas talk to. */
const startBackends = async (options: ServiceOptions, state: StateDirectory, undo: Undo[]) => {
  const { stateDir, telephonyProvider = 'simulated', carrierSpeed, dynamodbEndpoint, hasThreads } = options;
  const { log, onDeath } = options;
  const started = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const service = await starting;
    undo.push(service.stop);
    return service;
  };
  const dynamodb = startDynamodb({
    stateDir,
    tableName: LOCAL_TABLE_NAME,
    endpoint: dynamodbEndpoint,
    onPid: (pid) => state.note({ dynoxide_pid: pid }),
    say: log,
    onDeath,
  });
  const simulate = () => started(startSimulatedCarrier({ stateDir, speed: carrierSpeed, port: 0 }, options));
  const carrier = telephonyProvider === 'simulated' ? simulate() : undefined;
  const queues = startSqsAndS3({ dataDir: join(stateDir, 'sqs'), hasThread: hasThreads, onDeath });
  // Waits for all even if one fails, so that those that started are stopped again.
  const parts = [started(dynamodb), started(queues), carrier] as const;
  await Promise.allSettled(parts);
  const [database, sqs, simulated] = await Promise.all(parts);
  const scheduler = await started(startScheduler({ stateDir, sqsEndpoint: sqs.url, port: 0 }));
  return { database, sqs, scheduler, carrier: simulated, telephonyProvider };
};

type Backends = Awaited<ReturnType<typeof startBackends>>;

interface Surroundings {
  stateDir: string;
  /** Where the dashboard is built into. */
  siteDir: string;
  log: ServiceLog;
  undo: Undo[];
}

/** The routes of a site, which is built from its source when one of its pages is asked for. */
const routesOf = (site: Entry<Site>, outDir: string, log: ServiceLog) => {
  rmSync(outDir, { recursive: true, force: true });
  const { id, routes, handler } = freshSite(site, { build: () => buildSite(outDir), onError: log.error });
  return routes.map((route) => ({ ...route, id, handler }));
};

/** Loads the functions, which needs their complete environment, and connects them to their sources. */
const startFunctions = async (
  gateway: Gateway,
  { sqs, carrier }: Backends,
  { stateDir, siteDir, log, undo }: Surroundings,
) => {
  const [{ endpoints, fallback, sites, streams, workers }, { setLogSink }] = await Promise.all([
    import('#infra/catalog.ts'),
    import('#shared/runtime/log.ts'),
    import('#shared/runtime/adapters/all.ts'),
  ]);
  setLogSink(log.write, { hasMetrics: false });
  gateway.serve({
    endpoints: [...endpoints, ...sites.flatMap((site) => routesOf(site, siteDir, log))],
    streams,
    fallback,
  });
  carrier?.setWebhookUrl(`http://127.0.0.1:${gateway.port}${WEBHOOK_PATH}`);
  const onError = (name: string, error: unknown): void =>
    log.error(`The worker ${name} failed; its messages come again, or it runs at its next time.`, error);
  const scrubber = newScrubber(stateDir, (error) =>
    log.error('What was erased may still lie in the databases of this laptop.', error),
  );
  const sources = startEventSources({ workers: scrubbingWorkers(workers, scrubber), sqs, onError });
  const expiry = startExportExpiry((error) =>
    log.error('Old exports could not be deleted; they are looked at again in an hour.', error),
  );
  undo.push(scrubber.stop, expiry.stop, sources.stop);
  return scrubber;
};

const remedyFor = ({ stateDir, dynamodbEndpoint }: ServiceOptions): string =>
  dynamodbEndpoint === undefined
    ? `Carry an older one over with "npm run migrate -- --laptop", start the release that made it, choose another folder with STATE_DIR, or delete everything in ${stateDir} with "npm start -- --fresh".`
    : `Carry an older one over with "npm run migrate -- --laptop", start the release that made it, or delete the table ${LOCAL_TABLE_NAME} at ${dynamodbEndpoint}; a new one is made at the next start.`;

/** Lets the functions reach the service's own database over the connections that this process holds, past the gate. */
const useOwnDatabase = async (engine: EngineAddress): Promise<DynamoDBDocumentClient> => {
  const [{ useTable }, { dynamodbTable }] = await Promise.all([
    import('#shared/runtime/adapters/table.ts'),
    import('#shared/store/table/dynamodb-table.ts'),
  ]);
  const client = engineClient(engine, settings.databaseReplyMaxMs());
  useTable(dynamodbTable({ tableName: LOCAL_TABLE_NAME, client }));
  return client;
};

const demoCredentials = async (stateDir: string, baseUrl: string): Promise<Credentials | undefined> => {
  const { dynamodbTable } = await import('#shared/store/table/dynamodb-table.ts');
  return ensureDemoAccount(dynamodbTable({ tableName: LOCAL_TABLE_NAME }), stateDir, baseUrl, new Date());
};

const startAll = async (options: ServiceOptions, undo: Undo[]): Promise<Omit<RunningService, 'stop'>> => {
  const { stateDir, fresh } = options;
  const state = await openStateDirectory(stateDir);
  undo.push(state.release);
  let serviceLog: ServiceLog | undefined;
  const gateway = await openPort(options, (what, error) => serviceLog?.error(what, error));
  undo.push(gateway.stop);
  state.note({ base_url: gateway.url });
  // What lies in a table elsewhere stays, and only its own key finds numbers in it.
  if (fresh) state.empty(options.dynamodbEndpoint === undefined ? [] : [basename(numberHashFile(stateDir))]);
  const log = openServiceLog(stateDir);
  serviceLog = log;
  undo.push(log.close);

  const siteDir = join(stateDir, SITE_FOLDER);
  const hadState = hasDatabases(stateDir);
  const backends = await startBackends(options, state, undo);
  const { database, sqs, scheduler, carrier, telephonyProvider } = backends;
  const modelEndpointUrl = gateway.url + MODEL_ENDPOINT_PATH;
  const numberHash = findNumberHash(stateDir);
  setLambdaEnvironment({
    dynamodbUrl: database.url,
    sqsUrl: sqs.url,
    schedulerUrl: scheduler.url,
    queues: sqs.queues,
    telephonyProvider,
    carrier,
    webhookSigningSecret: keptSecret(stateDir, 'webhook-signing'),
    numberHashKey: numberHash.key,
    modelEndpointUrl,
    modelEndpointSecret: keptSecret(stateDir, 'model-endpoint'),
    siteDir,
  });
  const ownTable = options.dynamodbEndpoint === undefined ? await useOwnDatabase(database.engine) : undefined;
  const { checkSchema } = await import('./database/schema-check.ts');
  await checkSchema(LOCAL_TABLE_NAME, remedyFor(options));
  const { checkNumberHash } = await import('./database/number-hash-check.ts');
  await checkNumberHash(numberHash, { stateDir, tableName: LOCAL_TABLE_NAME, endpoint: options.dynamodbEndpoint });
  const credentials = await demoCredentials(stateDir, gateway.url);
  const scrubber = await startFunctions(gateway, backends, { stateDir, siteDir, log, undo });
  if (hadState) scrubber.soon();
  if (ownTable) {
    const expiry = startItemExpiry({
      client: ownTable,
      tableName: LOCAL_TABLE_NAME,
      onDeleted: scrubber.soon,
      onError: (error) => log.error('Expired items could not be deleted; they are looked at again in an hour.', error),
    });
    undo.push(expiry.stop);
  }
  writeServiceFile(stateDir, {
    pid: process.pid,
    base_url: gateway.url,
    port: gateway.port,
    dynamodb_url: database.url,
    sqs_url: sqs.url,
    scheduler_url: scheduler.url,
    aws_secret_access_key: LOCAL_CREDENTIALS.secretAccessKey,
    telephony_provider: telephonyProvider,
    carrier_url: carrier?.url ?? null,
    model_endpoint_url: modelEndpointUrl,
    table_name: LOCAL_TABLE_NAME,
  });
  undo.push(() => removeServiceFile(stateDir));
  // Closes the gateway before everything behind it, so that no request meets a half-stopped service.
  undo.push(gateway.stop);
  return {
    url: gateway.url,
    port: gateway.port,
    stateDir,
    carrierUrl: carrier?.url,
    dynamodbUrl: database.url,
    credentials,
    kill: database.kill,
  };
};

/**
 * Starts the whole service in this process (the database engine is a child). The Lambdas read their environment from
 * the process, so one process runs one service at a time. After a failure nothing is left running.
 * @throws StartError with a message for the person who started it.
 */
export const startService = async (options: ServiceOptions): Promise<RunningService> => {
  const undo: Undo[] = [];
  const stop = async (): Promise<void> => {
    // The part started last stops first: sources before their backends, the lock at the very end.
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startAll(options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
