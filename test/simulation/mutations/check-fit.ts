import { productDeclarations } from './declarations.ts';
import { misfitsOf } from './fit-mutation.ts';
import { MUTATIONS } from './mutations.ts';

/** Fails, and says what to mend, when a planted bug does not fit the product's source any more. */
const misfits = misfitsOf(MUTATIONS, productDeclarations());
for (const misfit of misfits) console.error(misfit);
if (misfits.length > 0) process.exitCode = 1;
