import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A socket that waits for others. */
export interface ListeningSocket {
  pid: number;
  protocol: string;
  /** `127.0.0.1`, `[::1]`, `0.0.0.0`, ... */
  address: string;
  port: number;
}

interface Listing {
  sockets: ListeningSocket[];
  /** Processes whose sockets this user may not see. */
  unseen: number[];
}

const PROC = '/proc/self/net/tcp';
const TABLES = ['tcp', 'tcp6', 'udp', 'udp6'];
/** States of a socket that waits: TCP_LISTEN, and TCP_CLOSE, which is how an unconnected UDP socket is shown. */
const WAITING: Record<string, string> = { tcp: '0A', tcp6: '0A', udp: '07', udp6: '07' };
const BYTES_OF_IPV4 = 4;

const parentsOf = (): Map<number, number> => {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = listed.trim().split('\n');
  return new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
};

/** A process and everything that it started, directly or not. */
export const processTree = (root: number): number[] => {
  const parents = parentsOf();
  const isOfTree = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isOfTree(parents.get(pid)));
  return [...parents.keys()].filter(isOfTree);
};

/** The address in one of the kernel's tables: words in this machine's byte order, in hexadecimal. */
const addressOf = (hexadecimal: string): string => {
  const bytes = Buffer.from(hexadecimal, 'hex').swap32();
  if (bytes.length === BYTES_OF_IPV4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(2 * at).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname;
};

const inodesOf = (pid: number): Set<string> =>
  new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? [];
      } catch {
        // Closed in the meantime.
        return [];
      }
    }),
  );

/** The tables are those of the process itself, which may live in a network of its own. */
const socketsFromProc = (pid: number): ListeningSocket[] => {
  const inodes = inodesOf(pid);
  return TABLES.flatMap((protocol) => {
    const [, ...rows] = readFileSync(`/proc/${pid}/net/${protocol}`, 'utf8').trim().split('\n');
    return rows.flatMap((row) => {
      const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
      const [address = '', port = ''] = local.split(':');
      if (state !== WAITING[protocol] || !inodes.has(inode)) return [];
      return [{ pid, protocol, address: addressOf(address), port: Number.parseInt(port, 16) }];
    });
  });
};

const listFromProc = (pids: number[]): Listing => {
  const listing: Listing = { sockets: [], unseen: [] };
  for (const pid of pids) {
    try {
      listing.sockets.push(...socketsFromProc(pid));
    } catch {
      if (existsSync(`/proc/${pid}`)) listing.unseen.push(pid);
    }
  }
  return listing;
};

const lsof = (pids: number[], protocol: string[]): string => {
  try {
    return execFileSync('lsof', ['-nP', '-a', '-p', pids.join(','), ...protocol, '-Fpn'], { encoding: 'utf8' });
  } catch (error) {
    const { code, stdout } = error as NodeJS.ErrnoException & { stdout?: string };
    if (code === 'ENOENT') throw new Error('Sockets cannot be listed: this system has neither /proc/net nor lsof.');
    // It ends with code 1 when it found nothing for one of the processes.
    return stdout ?? '';
  }
};

const listFromLsof = (pids: number[]): Listing => {
  const sockets: ListeningSocket[] = [];
  for (const [protocol, selection] of [
    ['tcp', ['-iTCP', '-sTCP:LISTEN']],
    ['udp', ['-iUDP']],
  ] as const) {
    let pid = 0;
    for (const line of lsof(pids, [...selection]).split('\n')) {
      if (line.startsWith('p')) pid = Number(line.slice(1));
      const [, address, port] = /^n(.+):(\d+)$/.exec(line) ?? [];
      if (address && port)
        sockets.push({ pid, protocol, address: address.replace('*', '0.0.0.0'), port: Number(port) });
    }
  }
  return { sockets, unseen: [] };
};

/** Every socket on which a process or anything that it started waits for others. @throws Error if none can be listed. */
export const listeningSockets = (root: number): Listing => {
  const pids = processTree(root);
  return existsSync(PROC) ? listFromProc(pids) : listFromLsof(pids);
};
