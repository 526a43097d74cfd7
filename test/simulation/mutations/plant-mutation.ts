import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findMutation } from './mutations.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Puts a planted bug into the product's source as it is loaded; the files stay as they are. */
export const plantMutation = (name: string | undefined): void => {
  if (name === undefined) return;
  const mutation = findMutation(name);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url) !== ROOT + mutation.file) return loaded;
      const source = String(loaded.source);
      if (source.split(mutation.find).length !== 2) {
        throw new Error(`The mutation ${name} does not fit ${mutation.file}: its text must occur there exactly once.`);
      }
      return { ...loaded, source: source.replace(mutation.find, () => mutation.replace) };
    },
  });
};
