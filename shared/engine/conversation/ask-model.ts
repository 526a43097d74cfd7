import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { LanguageModelError, type ReplyRequest } from '#shared/ports/language-models.ts';
import { getInstructions } from '#shared/store/scenes.ts';
import { instructionsOf, readCallContext } from './call-context.ts';
import { type CommandPorts, haltCampaignOf } from './retry-command.ts';
import type { Talk } from './talk.ts';

export type ModelPorts = CommandPorts & Needs<'models'>;

/** The provider refused the key or the model's name, so the next call would fail as well. */
const isRefusal = (error: unknown): error is LanguageModelError =>
  error instanceof LanguageModelError && error.failure === 'refused';

const requestOf = ({ scene: { assistant }, state }: Talk, instructions: string): ReplyRequest => ({
  choice: { provider: assistant.provider, model: assistant.model },
  instructions,
  turns: state.turns.map(({ role, text }) => ({ role: role === 'assistant' ? role : 'user', text })),
  temperature: assistant.temperature,
  maxTokens: assistant.max_tokens,
});

/** As they were when the conversation began; where nothing could be kept then, as they are now. */
const instructionsFor = async ({ table }: ModelPorts, callId: string): Promise<string> => {
  const kept = await getInstructions(table, callId);
  if (kept !== undefined) return kept;
  const context = await readCallContext(table, callId);
  return context ? instructionsOf(context) : '';
};

/** Asks the model for its next words. A failure becomes an input, so that the state machine decides what to say. */
export const askModel = async (ports: ModelPorts, talk: Talk, turn: number): Promise<ConversationInput> => {
  const { call } = talk.scene;
  const request = requestOf(talk, await instructionsFor(ports, call.id));
  if (await ports.models.isOffline(request.choice)) {
    ports.log.info('No key is set for this language model; an offline script answers instead.', { ...request.choice });
  }
  try {
    const { text, ...usage } = await ports.models.reply(request);
    return { id: `replied-${turn}`, type: 'replied', turn, text, usage };
  } catch (error) {
    const words = 'The language model gave no reply; apologising, or ending the call after repeated failures.';
    ports.log.error(words, error, { call_id: call.id, ...request.choice });
    if (isRefusal(error)) await haltCampaignOf(ports, call, error.message);
    return { id: `reply-failed-${turn}`, type: 'reply_failed', turn };
  }
};
