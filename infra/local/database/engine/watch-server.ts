import { connect, type Socket } from 'node:net';

/** A server that restarts is back by then; one that is busy still accepts connections. */
const ATTEMPTS = 4;
const PAUSE_MS = 500;

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/**
 * Calls `onGone` once when nothing accepts connections at the address any more. It holds an unused connection, whose
 * end says so at once, and then tries for another one: servers close unused connections for other reasons too.
 */
export const watchServer = (address: string, onGone: () => void): { stop(): void } => {
  const url = new URL(address);
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const watch = (attempt: number): void => {
    let isConnected = false;
    socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url) }, () => {
      isConnected = true;
    })
      .on('error', () => undefined)
      .once('close', () => {
        if (isStopped) return;
        if (!isConnected && attempt === ATTEMPTS) onGone();
        else timer = setTimeout(watch, PAUSE_MS, isConnected ? 1 : attempt + 1).unref();
      })
      .resume()
      .unref();
  };
  watch(1);
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
};
