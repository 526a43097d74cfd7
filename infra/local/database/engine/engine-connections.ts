import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';

/**
 * The engine answers any program and any web page that reaches its port, and has no setting against it. So it may have
 * only so many files open, and the service takes all the connections that leaves: the engine cannot accept another one.
 */

/** Files that the engine may have open, connections included. */
export const ENGINE_FILES = 96;
/** More than it opens for itself: database, log and what its runtime needs. */
const OWN_FILES = 32;
/** Connections that carry requests. The others take a lost one's place, before any stranger. */
const USED_CONNECTIONS = ENGINE_FILES - OWN_FILES;
/** A connection that takes longer finds the engine's queue full. */
const CONNECT_MAX_MS = 2_000;

const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, timeout: CONNECT_MAX_MS });
    const late = (): unknown => socket.destroy(new Error('No connection to the database in time.'));
    socket.once('timeout', late);
    socket.once('error', reject).once('connect', () => {
      socket.off('timeout', late).setTimeout(0);
      socket.off('error', reject).on('error', () => undefined);
      resolve(socket.unref());
    });
  });

/**
 * Opens as many connections as the engine may have files, in turn, because the system hands them to it in that order.
 * Rejects with Node's error while it does not listen yet.
 */
export const openAllConnections = async (port: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  try {
    while (sockets.length < ENGINE_FILES) sockets.push(await connected(port));
    return sockets;
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw error;
  }
};

/** Sends requests over connections that are open already, and opens none. */
export const agentOver = (sockets: readonly Socket[]): Agent => {
  const spare = [...sockets];
  const agent = new Agent({ keepAlive: true, maxSockets: USED_CONNECTIONS, maxFreeSockets: USED_CONNECTIONS });
  agent.createConnection = (_, callback) => {
    const socket = spare.find(({ destroyed }) => !destroyed);
    spare.splice(0, socket ? spare.indexOf(socket) + 1 : spare.length);
    if (!socket) callback?.(new Error('The connections to the database are used up.'), undefined as never);
    return socket?.ref();
  };
  const { destroy } = agent;
  agent.destroy = () => {
    for (const socket of spare.splice(0)) socket.destroy();
    destroy.call(agent);
  };
  return agent;
};

/** For an engine that cannot be limited so: connections as they are needed. */
export const ordinaryConnections = (): Agent => new Agent({ keepAlive: true, maxSockets: USED_CONNECTIONS });
