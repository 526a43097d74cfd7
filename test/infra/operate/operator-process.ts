import { operate } from '#infra/operate/operate.ts';

/** Runs one command after another, each as `npm run operate` would. */
process.on('message', async ({ id, words }: { id: number; words: string[] }) => {
  const { isDone, text } = await operate(words, () => undefined);
  process.send?.({ of: id, code: isDone ? 0 : 1, stdout: isDone ? text : '', stderr: isDone ? '' : text });
});
