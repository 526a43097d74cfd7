import { operate } from './operate.ts';

/** `npm run operate -- <command> …`: what an operator does in a deployment, here or in AWS. */

/** Long work says how far it is: on one line of a terminal, elsewhere every few seconds. */
const PROGRESS_EVERY_MS = 5_000;

const progressOn = ({ stderr }: NodeJS.Process): { tell(words: string): void; end(): void } => {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  return {
    tell: (words) => {
      if (stderr.isTTY) {
        isOpen = true;
        stderr.write(`\r\u001b[K${words}`);
      } else if (performance.now() - toldAt > PROGRESS_EVERY_MS) {
        toldAt = performance.now();
        stderr.write(`${words}\n`);
      }
    },
    end: () => void (isOpen && stderr.write('\n')),
  };
};

const progress = progressOn(process);

const { isDone, text } = await operate(process.argv.slice(2), progress.tell);
progress.end();
if (isDone) console.log(text);
else {
  console.error(text);
  process.exitCode = 1;
}
