import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const BYTES = 8;

/** A stack's time, in a file that its tests' processes read: one number, milliseconds since the epoch. */
export const openSharedClock = (file: string, mode: 'w' | 'r') => {
  const descriptor = openSync(file, mode);
  const buffer = Buffer.alloc(BYTES);
  return {
    write(now: number): void {
      buffer.writeDoubleLE(now);
      writeSync(descriptor, buffer, 0, BYTES, 0);
    },
    read(): number {
      readSync(descriptor, buffer, 0, BYTES, 0);
      return buffer.readDoubleLE();
    },
    close: () => closeSync(descriptor),
  };
};

/** Makes the dates of this process those of its stack. */
export const followSharedClock = (file: string): void => {
  const { read } = openSharedClock(file, 'r');
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [read()] : given, newTarget) as object,
    get: (target, name, receiver) => (name === 'now' ? read : Reflect.get(target, name, receiver)),
  });
};
