import { createRequire } from 'node:module';

/**
 * For every suite, before it loads anything. Modules copy the promised `setTimeout` of Node when they are loaded, which may
 * be before a suite starts a clock of its own; this one asks the global clock at each call.
 */

const timers = createRequire(import.meta.url)('node:timers/promises') as typeof import('node:timers/promises');

timers.setTimeout = ((
  ms?: number,
  value?: unknown,
  { signal, ref = true }: { signal?: AbortSignal; ref?: boolean } = {},
) =>
  new Promise<unknown>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (!ref) timer.unref();
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  })) as typeof timers.setTimeout;
