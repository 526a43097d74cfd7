import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

const HOSTS = ['127.0.0.1', '::1'];
const MAX_TRIES = 20;

/** Listens on both loopback addresses, on one port, and counts who connects. */
export interface LoopbackCanary {
  port: number;
  /** Connections since the last call, complete: what was on its way has arrived. */
  countConnections(): Promise<number>;
  stop(): Promise<void>;
}

const listenOn = async (server: Server, host: string, port: number): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const stopAll = (servers: Server[]) =>
  Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));

/** The port that the system chose for the first address may be taken on the second; then another one is tried. */
const listenEverywhere = async (newServer: () => Server, triesLeft = MAX_TRIES): Promise<[number, Server[]]> => {
  const servers: Server[] = [];
  let port = 0;
  try {
    for (const host of HOSTS) {
      const server = newServer();
      port = await listenOn(server, host, port);
      servers.push(server);
    }
    return [port, servers];
  } catch (error) {
    await stopAll(servers);
    if (triesLeft === 0) throw error;
    return await listenEverywhere(newServer, triesLeft - 1);
  }
};

export const startCanary = async (): Promise<LoopbackCanary> => {
  let connections = 0;
  const newServer = () =>
    createServer((socket) => {
      connections += 1;
      socket
        .on('error', () => undefined)
        .resume()
        .end();
    });
  const [port, servers] = await listenEverywhere(newServer);
  /** Servers accept in order, so whoever came before this visitor has been counted when it is let go. */
  const visit = async (host: string): Promise<void> => {
    const socket = connect(port, host).resume();
    await once(socket, 'close');
  };
  return {
    port,
    countConnections: async () => {
      await Promise.all(HOSTS.map(visit));
      const counted = connections - HOSTS.length;
      connections = 0;
      return counted;
    },
    stop: async () => {
      await stopAll(servers);
    },
  };
};
