import { MUTATIONS } from '#test/simulation/mutations/mutations.ts';
import { productDeclarations } from './declarations.ts';
import { misfitsOf } from './fit-mutation.ts';

/** Fails and says what to mend when a planted bug no longer fits the product's source. */
const misfits = misfitsOf(MUTATIONS, productDeclarations());
for (const misfit of misfits) console.error(misfit);
if (misfits.length > 0) process.exitCode = 1;
