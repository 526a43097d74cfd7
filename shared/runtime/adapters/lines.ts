import { provide } from '#shared/runtime/build-ports.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { assertSameKey } from '#shared/store/line/number-hash-key.ts';
import { hashedTable, readNumberHash, useNumberHash } from './table.ts';

provide('lines', () => {
  useNumberHash(secretReader('numberHash'));
  return {
    hashLine: (partition: string) => hashedTable().hashLine(partition),
    assertKeyFits: async () => assertSameKey(hashedTable(), await readNumberHash()),
  };
});
