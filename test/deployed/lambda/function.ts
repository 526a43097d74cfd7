import { type Environment, type Piece, startEnvironment } from './environment.ts';
import type { FunctionResource } from './function-resource.ts';

/** Environments of a function that run at the same time. More would only compete for the cores of this machine. */
const ENVIRONMENTS_MAX = 3;

export interface FunctionCounts {
  invocations: number;
  failures: number;
}

export interface RunningFunction extends FunctionResource {
  counts: FunctionCounts;
  /** Runs in a free environment, or in a new one. @throws what the handler throws */
  invoke(event: unknown, onPiece?: (piece: Piece) => void): Promise<unknown>;
  /** Stops it once what is under way has ended, which is at its timeout at the latest. */
  retire(): Promise<void>;
  stop(): Promise<void>;
}

interface FunctionOptions {
  variables: Record<string, string>;
  /** Kept by whoever replaces the code. */
  counts: FunctionCounts;
  log(text: string): void;
  onFailure(error: Error): void;
}

/** A function with the environments that its invocations need. */
export const startFunction = (resource: FunctionResource, options: FunctionOptions): RunningFunction => {
  const { variables, counts, log, onFailure } = options;
  const environments = new Set<Environment>();
  const idle = new Set<Environment>();
  const running = new Set<Promise<unknown>>();
  const waiting: (() => void)[] = [];
  const limit = Math.min(ENVIRONMENTS_MAX, resource.reservedConcurrency ?? ENVIRONMENTS_MAX);
  let stopped = false;

  const startAnother = (): Environment => {
    const { folder, handler, name: functionName, timeoutSeconds } = resource;
    const onEnd = (): void => {
      environments.delete(environment);
      idle.delete(environment);
    };
    const environment = startEnvironment({ folder, handler, functionName, timeoutSeconds, variables, log, onEnd });
    environments.add(environment);
    return environment;
  };

  const free = async (): Promise<Environment> => {
    for (;;) {
      const [rested] = idle;
      if (rested) {
        idle.delete(rested);
        return rested;
      }
      if (environments.size < limit) return startAnother();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };

  const run = async (event: unknown, onPiece: (piece: Piece) => void): Promise<unknown> => {
    const environment = await free();
    counts.invocations += 1;
    try {
      return JSON.parse(await environment.run(JSON.stringify(event), onPiece)) as unknown;
    } catch (error) {
      if (!stopped) {
        counts.failures += 1;
        onFailure(error as Error);
      }
      throw error;
    } finally {
      if (environments.has(environment)) idle.add(environment);
      waiting.shift()?.();
    }
  };

  const stop = async (): Promise<void> => {
    stopped = true;
    await Promise.all([...environments].map((environment) => environment.stop()));
  };

  return {
    ...resource,
    counts,
    invoke(event, onPiece = () => undefined) {
      const invocation = run(event, onPiece).finally(() => running.delete(invocation));
      running.add(invocation);
      return invocation;
    },
    async retire() {
      await Promise.allSettled(running);
      await stop();
    },
    stop,
  };
};
