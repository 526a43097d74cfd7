import type { Worker } from '#shared/runtime/define/worker.ts';

const MEMORY_MIB = 512;
/** Lambda's CPU grows with memory, and loading the language models' clients is CPU work that somebody may be waiting for. */
const LANGUAGE_MODELS_MEMORY_MIB = 1024;

export const workerMemoryMib = ({ uses }: Pick<Worker, 'uses'>): number =>
  uses.includes('languageModels') ? LANGUAGE_MODELS_MEMORY_MIB : MEMORY_MIB;
