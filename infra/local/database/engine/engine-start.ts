import { type Agent, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { close, type LoopbackServer, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { areWaiting, strangerAt, waitingAt, waitsToPrint } from './accept-queue.ts';
import { openDatabaseGate } from './database-gate.ts';
import type { EngineCommand } from './dynamodb-engine.ts';
import { agentOver, openAllConnections, ordinaryConnections } from './engine-connections.ts';
import { type EngineProcess, spawnEngine } from './engine-process.ts';
import type { EngineAddress } from './engine-requests.ts';

/** A database that has not replied by then counts as failed. */
const START_DEADLINE_MS = 10_000;
const LOOK_AGAIN_MS = 5;
/** Within this time opened connections are in the engine's queue, and an engine that failed has said why. */
const SOON_MS = 1_000;
/** A port can be taken, or met by somebody else, between finding it and using it. */
const PORT_ATTEMPTS = 5;

export interface StartedEngine {
  child: EngineProcess;
  gate: LoopbackServer;
  engine: EngineAddress;
}

/** Another port may mend it. */
class PortTrouble extends StartError {}

/** A client of the database at a URL. */
export const clientFor = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: 1 });

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server, 0);
  await close(server);
  return port;
};

/** Looks until something is there; `undefined` if it is not in time, or the engine has ended. */
const lookFor = async <Found>(
  child: EngineProcess,
  patienceMs: number,
  look: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found | undefined> => {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && !child.ended()) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(LOOK_AGAIN_MS);
  }
  return undefined;
};

const failure = (child: EngineProcess): StartError => {
  const detail = child.output() || child.ended() || `it did not answer within ${START_DEADLINE_MS / 1000} s`;
  const words = `The embedded database could not start: ${detail}`;
  return detail.includes('already in use') ? new PortTrouble(words) : new StartError(words);
};

const portInUse = (port: number): PortTrouble =>
  new PortTrouble(`The embedded database could not start: port ${port} is already in use.`);

/** Lets an engine that does not listen say why. It cannot begin to meanwhile, because its port is taken from it. */
const hearOut = async (child: EngineProcess, port: number): Promise<StartError> => {
  const placeholder = createServer();
  try {
    await listen(placeholder, port);
  } catch {
    return portInUse(port);
  }
  await Promise.race([child.letGo(), sleep(SOON_MS)]);
  await close(placeholder);
  return failure(child);
};

const strangerAmongUs = (port: number, from: readonly number[]): PortTrouble => {
  const uid = strangerAt(port, from);
  const who = uid === undefined ? 'Another program' : `A program of the user with the id ${uid}`;
  return new PortTrouble(
    `${who} on this machine connects to the embedded database while it starts, and would be answered like the service. ` +
      `So the service does not start. Stop that program, or set AWS_ENDPOINT_URL_DYNAMODB to a running DynamoDB.`,
  );
};

/** How many connections wait at the engine's port beside these, once all of these do; `undefined` if it is not its port. */
const othersWaiting = async (child: EngineProcess, port: number, from: number[]): Promise<number | undefined> => {
  const { pid = 0 } = child;
  // The engine may not have as many files as these are connections: a system that shows none waiting never shows any.
  if (waitingAt(pid, port) === 0) return 0;
  const waiting = await lookFor(child, SOON_MS, () => (areWaiting(port, from) ? waitingAt(pid, port) : undefined));
  return waiting === undefined ? undefined : waiting - from.length;
};

/** These connections, if they are the only ones at the engine's port. */
const ifAlone = async (child: EngineProcess, port: number, sockets: Socket[]): Promise<Socket[]> => {
  const from = sockets.map(({ localPort = 0 }) => localPort);
  const others = await othersWaiting(child, port, from);
  if (others === 0) return sockets;
  const trouble = others === undefined ? portInUse(port) : strangerAmongUs(port, from);
  for (const socket of sockets) socket.destroy();
  throw trouble;
};

/** Opens all connections; `undefined` while the engine does not listen. */
const openIfListening = (port: number): Promise<Socket[] | undefined> =>
  openAllConnections(port).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNREFUSED') return undefined;
    // Its queue is full already.
    throw strangerAmongUs(port, []);
  });

/**
 * Connects to an engine that listens but waits to print so, which it does before it accepts anybody, and lets it go on
 * if the service's connections are the first and only ones in its queue. Whoever comes later waits behind them.
 */
const connectFirst = async (child: EngineProcess, port: number): Promise<Agent> => {
  const sockets = await lookFor(child, START_DEADLINE_MS, async () => {
    // In this order: an engine that waits to print and does not listen will not listen before it has printed.
    const isWaiting = waitsToPrint(child.pid ?? 0);
    return (await openIfListening(port)) ?? (isWaiting ? [] : undefined);
  });
  if (!sockets?.length) throw await hearOut(child, port);
  const own = await ifAlone(child, port, sockets);
  void child.letGo();
  return agentOver(own);
};

const connectionsTo = async (command: EngineCommand, child: EngineProcess, port: number): Promise<Agent> => {
  if (!command.isLimited) return ordinaryConnections();
  if (command.isHeld) return connectFirst(child, port);
  const open = () => openAllConnections(port).catch(() => undefined);
  const sockets = await lookFor(child, START_DEADLINE_MS, open);
  if (sockets === undefined) throw failure(child);
  return agentOver(sockets);
};

const isAnswering = async (url: string): Promise<true | undefined> => {
  const client = clientFor(url);
  try {
    await client.send(new ListTablesCommand({ Limit: 1 }));
    return true;
  } catch {
    return undefined;
  } finally {
    client.destroy();
  }
};

/** Reaches an engine that was just spawned. */
const reach = async (command: EngineCommand, child: EngineProcess, port: number): Promise<StartedEngine> => {
  const agent = await connectionsTo(command, child, port);
  const engine = { url: `http://127.0.0.1:${port}`, agent };
  const gate = await openDatabaseGate(engine);
  const answered = await lookFor(child, START_DEADLINE_MS, () => isAnswering(gate.url));
  // Another server may own the port; the reply is our engine's only if our engine still lives.
  if (answered && !child.ended()) return { child, gate, engine };
  await gate.stop();
  agent.destroy();
  throw failure(child);
};

const killed = (child: EngineProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.ended()) return resolve();
    child.onEnd(resolve);
    child.kill();
  });

/** One attempt, on a port that was free a moment ago. */
const tryPort = async (command: EngineCommand, onPid: (pid: number) => void): Promise<StartedEngine> => {
  const port = await freePort();
  const child = spawnEngine(command, port);
  if (child.pid) onPid(child.pid);
  try {
    return await reach(command, child, port);
  } catch (error) {
    await killed(child);
    throw error;
  }
};

/** An engine that answers, as a child process. @throws StartError */
export const startEngine = async (command: EngineCommand, onPid: (pid: number) => void): Promise<StartedEngine> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryPort(command, onPid);
    } catch (error) {
      if (!(error instanceof PortTrouble) || attempt === PORT_ATTEMPTS) throw error;
    }
  }
};
