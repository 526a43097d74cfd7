import { execFile } from 'node:child_process';
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
