import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import type { Telephony } from '#shared/providers/telephony/telephony.ts';
import { keys } from '#shared/store/keys.ts';
import { won } from '#shared/store/lost-races.ts';
import { equals, type TableWriter } from '#shared/store/table.ts';
import { type CallScene, conversationSettings, greetingOf, instructionsOf } from './call-scene.ts';
import { transcriberOf, voiceOf } from './speech.ts';

export interface HostPorts {
  table: TableWriter;
  telephony: Telephony;
}

const commandOf = ({ call }: CallScene, name: string) => ({
  callControlId: call.call_control_id ?? '',
  commandId: `${call.id}-${name}`,
});

/** Which conversation it is, is noted at once: the carrier's event that tells it may be late, or lost. */
const start = async ({ table, telephony }: HostPorts, scene: CallScene): Promise<void> => {
  const { call, assistant } = scene;
  const conversation_id = await telephony.conversations?.start({
    ...commandOf(scene, 'converse'),
    callId: call.id,
    instructions: instructionsOf(scene),
    greeting: greetingOf(scene),
    model: { provider: assistant.provider, name: assistant.model },
    voice: voiceOf(assistant),
    transcriber: transcriberOf(assistant),
  });
  if (conversation_id === undefined) return;
  await won(
    table.write({ update: keys.call(call.id), set: { conversation_id }, when: [equals('conversation_id', null)] }),
  );
};

/**
 * The carrier's own engine leads the conversation: it is started when somebody answers, with this assistant's settings,
 * and ended when a machine turns out to have answered. Its command ids follow from the call, so twice is once; the carrier
 * may forget them, so a conversation that is known is not started again.
 */
export const hostConversation = async (ports: HostPorts, scene: CallScene, input: ConversationInput): Promise<void> => {
  if (input.type === 'answered' && scene.call.conversation_id === null) await start(ports, scene);
  const isMachine = input.type === 'detected' && input.by === 'machine';
  if (isMachine && conversationSettings(scene).voicemailPolicy === 'hangup') {
    await ports.telephony.hangUp(commandOf(scene, 'hang-up'));
  }
};
