import type { ConversationInput } from '#shared/domain/conversation/conversation-state.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { LanguageModelError, type ReplyRequest, type TokenUsage } from '#shared/ports/language-models.ts';
import { getInstructions } from '#shared/store/conversation/scenes.ts';
import { instructionsOf, readCallContext } from './call-context.ts';
import { type CommandPorts, haltCampaignOf } from './retry-command.ts';
import { sentencesAsWritten } from './sentences-as-written.ts';
import type { Talk } from './talk.ts';

export type ModelPorts = CommandPorts & Needs<'models'>;

/** The provider refused the key or the model's name, so the next call would fail as well. */
const isRefusal = (error: unknown): error is LanguageModelError =>
  error instanceof LanguageModelError && error.failure === 'refused';

const requestOf = ({ scene: { assistant }, state }: Talk, instructions: string, signal: AbortSignal): ReplyRequest => ({
  signal,
  choice: { provider: assistant.provider, model: assistant.model },
  instructions,
  turns: state.turns.map(({ role, text }) => ({ role: role === 'assistant' ? role : 'user', text })),
  temperature: assistant.temperature,
  maxTokens: assistant.max_tokens,
});

const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** As they were when the conversation began; where nothing could be kept then, as they are now. */
const instructionsFor = async ({ table }: ModelPorts, { scene, instructions }: Talk): Promise<string> => {
  const { id } = scene.call;
  const kept = await (instructions ?? getInstructions(table, id));
  if (kept !== undefined) return kept;
  const context = await readCallContext(table, id);
  return context ? instructionsOf(context) : '';
};

const failed = async (ports: ModelPorts, { scene }: Talk, turn: number, error: unknown): Promise<ConversationInput> => {
  const { call, assistant } = scene;
  const words =
    'The language model gave no reply, or broke it off; apologising, or ending the call after repeated failures.';
  ports.log.error(words, error, { call_id: call.id, provider: assistant.provider, model: assistant.model });
  if (isRefusal(error)) await haltCampaignOf(ports, call, error.message);
  return replyFailed(turn);
};

export const replyFailed = (turn: number): ConversationInput => ({
  id: `reply-failed-${turn}`,
  type: 'reply_failed',
  turn,
});

/**
 * Asks the model for its next words, which come as they are written; whoever stops reading makes it stop. A failure
 * becomes an input, so that the state machine decides what to say.
 */
export async function* askModel(ports: ModelPorts, talk: Talk, turn: number): AsyncGenerator<ConversationInput, void> {
  const abandoned = new AbortController();
  const request = requestOf(talk, await instructionsFor(ports, talk), abandoned.signal);
  const { choice } = request;
  try {
    if (await ports.models.isOffline(choice)) {
      ports.log.info('No key is set for this language model; an offline script answers instead.', { ...choice });
    }
    const { text, usage } = ports.models.stream(request);
    let part = 0;
    for await (const written of sentencesAsWritten(text)) {
      const reply = { turn, text: written.text };
      if (written.isLast)
        yield { id: `replied-${turn}`, type: 'replied', ...reply, usage: await usage.catch(() => NO_TOKENS) };
      else yield { id: `sentences-${turn}-${part++}`, type: 'sentences', ...reply };
    }
  } catch (error) {
    yield await failed(ports, talk, turn, error);
  } finally {
    abandoned.abort();
  }
}
