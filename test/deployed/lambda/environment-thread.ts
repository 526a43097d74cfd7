import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { lambdaContext } from '#infra/local/process/lambda-context.ts';
import type { FromEnvironment, Head, Piece, ToEnvironment } from './environment.ts';

/** The inside of one execution environment: Lambda's Node.js runtime for one function. */

export interface EnvironmentData {
  folder: string;
  /** `index.handler` */
  handler: string;
  functionName: string;
  timeoutSeconds: number;
}

type Handler = (event: unknown, context: unknown) => unknown;
type StreamHandler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

const EXTENSIONS = ['.mjs', '.js', '.cjs'];
const STREAMS = Symbol('answers piece by piece');

const port = parentPort as MessagePort;
const { folder, handler, functionName, timeoutSeconds } = workerData as EnvironmentData;
const tell = (message: FromEnvironment): void => port.postMessage(message);

/** What the runtime gives to functions that stream. */
const streaming = {
  streamifyResponse: (handle: StreamHandler) => Object.assign(handle, { [STREAMS]: true }),
  HttpResponseStream: {
    from(stream: Writable & { head?(metadata: Head): void }, metadata: Head): Writable {
      stream.head?.(metadata);
      return stream;
    },
  },
};
Object.assign(globalThis, { awslambda: streaming });

const streamTo = (piece: (piece: Piece) => void): Writable => {
  const stream = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _, done) {
      piece({ text: chunk.toString('utf8') });
      done();
    },
  });
  return Object.assign(stream, { head: (head: Head) => piece({ head }) });
};

const load = async (): Promise<Handler & { [STREAMS]?: boolean }> => {
  const [file = '', name = ''] = handler.split('.');
  const path = EXTENSIONS.map((extension) => join(folder, file + extension)).find((one) => existsSync(one));
  if (!path) throw new Error(`${folder} has no ${file}.mjs, .js or .cjs.`);
  const found = ((await import(pathToFileURL(path).href)) as Record<string, unknown>)[name];
  if (typeof found !== 'function') throw new Error(`${path} exports no function ${name}.`);
  return found as Handler;
};

const wordsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const loading = load();

const run = async (event: unknown): Promise<unknown> => {
  const handle = await loading;
  const context = lambdaContext(functionName, timeoutSeconds);
  if (!handle[STREAMS]) return handle(event, context);
  const stream = streamTo((piece) => tell({ piece }));
  const ended = new Promise((resolve) => stream.once('finish', resolve));
  await (handle as unknown as StreamHandler)(event, stream, context);
  stream.end();
  return ended;
};

port.on('message', ({ event }: ToEnvironment) => {
  run(JSON.parse(event)).then(
    (result) => tell({ result: JSON.stringify(result ?? null) }),
    (error: unknown) => tell({ thrown: wordsOf(error) }),
  );
});
