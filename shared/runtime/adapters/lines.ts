import { provide } from '#shared/runtime/build-ports.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { hashWith } from '#shared/store/hashed-lines.ts';
import { readNumberHash, useNumberHash } from './table.ts';

provide('lines', () => {
  useNumberHash(secretReader('numberHash'));
  return { hashLine: async (partition: string) => hashWith(await readNumberHash())(partition) };
});
