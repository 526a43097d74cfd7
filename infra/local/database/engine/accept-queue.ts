import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux shows to everybody about connections on 127.0.0.1, accepted or not. */

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const;
/** 127.0.0.1 as the kernel writes it on the processors that the engine exists for. */
const LOOPBACK = '0100007F';
const HEXADECIMAL = 16;
const PORT_DIGITS = 4;
const STATE = { established: '01', listening: '0A' };
/** Of a connection that no process has accepted, and of one whose process has closed it. */
const NO_INODE = '0';

interface Row {
  local: string;
  remote: string;
  state: string;
  /** Of a listening socket: connections that wait to be accepted, those included that were reset meanwhile. */
  waiting: number;
  uid: number;
  inode: string;
}

const rowOf = (line: string): Row => {
  const [, local = '', remote = '', state = '', queues = '', , , uid = '', , inode = ''] = line.trim().split(/\s+/);
  const waiting = Number.parseInt(queues.split(':')[1] ?? '', HEXADECIMAL);
  return { local, remote, state, waiting, uid: Number(uid), inode };
};

const addressOf = (port: number): string =>
  `${LOOPBACK}:${port.toString(HEXADECIMAL).toUpperCase().padStart(PORT_DIGITS, '0')}`;

/** The rows of a table with a port's address on either end. */
const rowsAt = (table: string, port: number): Row[] => {
  const lines = readFileSync(table, 'utf8').split('\n');
  return lines.filter((line) => line.includes(addressOf(port))).map(rowOf);
};

const inodesOf = (pid: number): Set<string> => {
  const links = (name: string): string[] => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      // Closed in the meantime.
      return [];
    }
  };
  try {
    const found = readdirSync(`/proc/${pid}/fd`).flatMap(links);
    return new Set(found.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  } catch {
    return new Set();
  }
};

/** Whether this system shows what the functions here read. */
export const showsConnections = (): boolean => existsSync(TABLES[0]);

/** How many connections wait until a process accepts them at its port; `undefined` if it does not listen there. */
export const waitingAt = (pid: number, port: number): number | undefined => {
  const inodes = inodesOf(pid);
  const isIts = ({ local, state, inode }: Row): boolean =>
    local === addressOf(port) && state === STATE.listening && inodes.has(inode);
  return rowsAt(TABLES[0], port).find(isIts)?.waiting;
};

/**
 * Whether all connections from these ports have entered the queue at `port` and none was accepted. The kernel calls the
 * far end of a connection established after it has put it there.
 */
export const areWaiting = (port: number, from: readonly number[]): boolean => {
  const isWaiting = ({ local, state, inode }: Row): boolean =>
    local === addressOf(port) && state === STATE.established && inode === NO_INODE;
  const remotes = new Set(
    rowsAt(TABLES[0], port)
      .filter(isWaiting)
      .map(({ remote }) => remote),
  );
  return from.every((one) => remotes.has(addressOf(one)));
};

/** The user of a connection to `port` that comes from none of these ports, as far as it can be seen. */
export const strangerAt = (port: number, from: readonly number[]): number | undefined => {
  const known = new Set(from.map(addressOf));
  // A connection over an IPv6 socket ends with the IPv4 address that it means.
  const isStrange = ({ local, remote, inode }: Row): boolean =>
    remote.endsWith(addressOf(port)) && inode !== NO_INODE && !known.has(local);
  const rows = TABLES.filter((table) => existsSync(table)).flatMap((table) => rowsAt(table, port));
  return rows.find(isStrange)?.uid;
};

/** Whether a process waits until somebody reads what it prints; `false` too where the system does not tell. */
export const waitsToPrint = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/wchan`, 'utf8').includes('pipe');
  } catch {
    return false;
  }
};
