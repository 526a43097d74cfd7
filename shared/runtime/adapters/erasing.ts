import { provide } from '#shared/runtime/build-ports.ts';
import { erasureLog, objectRemover } from '#shared/runtime/clients/erasing.ts';
import { env } from '#shared/runtime/env.ts';

provide('recordings:delete', () => ({ recordingRemover: objectRemover(env.recordingsBucket) }));
provide('exports:delete', () => ({ exportRemover: objectRemover(env.recordingsBucket) }));
provide('erasureLog:write', () => ({ erasureLog: erasureLog(env.recordingsBucket) }));
