import type { TranscribedBy } from '#shared/domain/assistant/transcribers.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
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
