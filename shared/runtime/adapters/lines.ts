import { provide } from '#shared/runtime/build-ports.ts';
import { secretReader } from '#shared/runtime/clients/secret-reader.ts';
import { useNumberHash } from './table.ts';

provide('lines', () => {
  useNumberHash(secretReader('numberHash'));
  return {};
});
