import type { TranscribedBy } from '#shared/domain/transcribers.ts';
import { provide } from '../build-ports.ts';
import { env } from '../env.ts';
import { unknownProvider } from './unknown-provider.ts';

const build = (): TranscribedBy => {
  switch (env.telephonyProvider) {
    case 'simulated':
      return 'simulated';
    case 'telnyx':
      return env.telnyxAssistantId ? 'telnyx_hosted' : 'telnyx';
    default:
      return unknownProvider(env.telephonyProvider);
  }
};

provide('transcription', () => ({ transcribedBy: build() }));
