import { execFile, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { ownEnvironment } from '#test/harness/stack/environment.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command as a person does, with these variables. */
export const runNode = (file: string, words: string[], variables: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = ownEnvironment({ TABLE_NAME: '', AWS_EC2_METADATA_DISABLED: 'true', ...variables });
    execFile(process.execPath, [file, ...words], { cwd: PROJECT_ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });

export const operate = (words: string[], variables?: Record<string, string>): Promise<Outcome> =>
  runNode('infra/operate/main.ts', words, variables);

/** Runs many commands in one process, which needs a second to load them. */
export const startOperator = (variables: Record<string, string>) => {
  const env = ownEnvironment({ TABLE_NAME: '', ...variables });
  const child = fork(fileURLToPath(new URL('operator-process.ts', import.meta.url)), { cwd: PROJECT_ROOT, env });
  let asked = 0;
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('The operator process has ended.')));
  });
  // Whoever asks is told; without a question nobody cares.
  ended.catch(() => undefined);
  return {
    operate: (words: string[]): Promise<Outcome> => {
      asked += 1;
      const id = asked;
      const answered = new Promise<Outcome>((resolve) => {
        const listen = ({ of, ...outcome }: Outcome & { of: number }): void => {
          if (of !== id) return;
          child.off('message', listen);
          resolve(outcome);
        };
        child.on('message', listen);
        child.send({ id, words });
      });
      return Promise.race([answered, ended]);
    },
    stop: () => void child.kill(),
  };
};
