import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findMutation } from '#test/simulation/mutations/mutations.ts';
import { PROJECT_ROOT, productDeclarations } from './declarations.ts';
import { fitMutation } from './fit-mutation.ts';

/** Plants a bug into the product's source as it is loaded; the files stay unchanged. */
export const plantMutation = (name: string | undefined): void => {
  if (name === undefined) return;
  const { path, source } = fitMutation(findMutation(name), productDeclarations());
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const isPlanted = url.startsWith('file:') && fileURLToPath(url) === PROJECT_ROOT + path;
      return isPlanted ? { ...loaded, source } : loaded;
    },
  });
};
