import { provide } from '#shared/runtime/build-ports.ts';
import { recordingRemover } from '#shared/runtime/clients/recording-remover.ts';
import { env } from '#shared/runtime/env.ts';

provide('recordings:delete', () => ({ recordingRemover: recordingRemover(env.recordingsBucket) }));
