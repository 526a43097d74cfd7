import { provide } from '#shared/runtime/build-ports.ts';
import { exportFiles } from '#shared/runtime/clients/export-files.ts';
import { env } from '#shared/runtime/env.ts';

provide('exports:write', () => ({ exportFiles: exportFiles(env.recordingsBucket) }));
