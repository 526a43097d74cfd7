import { provide } from '#shared/runtime/build-ports.ts';
import { erasureLog, exportFiles } from '#shared/runtime/clients/personal-data.ts';
import { env } from '#shared/runtime/env.ts';

provide('exports:write', () => ({ exportFiles: exportFiles(env.recordingsBucket) }));
provide('exports:delete', () => ({ exportRemover: exportFiles(env.recordingsBucket) }));
provide('erasureLog:write', () => ({ erasureLog: erasureLog(env.recordingsBucket) }));
