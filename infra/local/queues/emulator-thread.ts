import { runPart } from '#infra/local/process/thread.ts';
import { startEmulator } from './emulator.ts';

await runPart(startEmulator);
