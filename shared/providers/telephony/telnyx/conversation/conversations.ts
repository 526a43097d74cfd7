import type { Telnyx } from 'telnyx';
import { withoutDoubleBraces } from '#shared/domain/assistant/prompt-variables.ts';
import type { CallCommand, HostedConversation, HostedConversations, HostedTurn } from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from '#shared/providers/telephony/telnyx/client.ts';
import { commandUuid, replyToCommand } from '#shared/providers/telephony/telnyx/commands.ts';
import { failureOf, telnyxError } from '#shared/providers/telephony/telnyx/failure.ts';
import { deleteConversation, deleteConversationsOf } from './kept-conversations.ts';
import { modelTokenName, modelTokenSharer } from './model-token.ts';
import { speakable } from './spoken-text.ts';
import { telnyxTranscriptionModel } from './transcribers.ts';
import { telnyxVoice, telnyxVoiceSettings } from './voices.ts';

export interface ConversationSettings {
  /** A stored assistant; each call overrides all its settings. */
  assistantId: string;
  /** Our model endpoint. `keyRef` names the integration secret at Telnyx with its token; without it one is created. */
  llm?: { baseUrl: string; keyRef?: string | undefined } | undefined;
  voiceKeyRef?: string | undefined;
}

const PAGE_TURNS = 100;
/** A conversation that is longer than this many pages is cut off. */
const PAGES_MAX = 20;

type StartBody = Parameters<Telnyx['calls']['actions']['startAIAssistant']>[1];
type Message = Telnyx.AI.Conversations.MessageListResponse;

/** Only our endpoint supports temperature and token limits; it finds the assistant by the call's id. */
const modelFields = ({ model, callId, modelToken }: HostedConversation, llm: ConversationSettings['llm']) =>
  llm
    ? {
        external_llm: {
          base_url: llm.baseUrl,
          model: model.name,
          llm_api_key_ref: llm.keyRef ?? modelTokenName(modelToken),
          forward_metadata: true,
        },
        dynamic_variables: { call_id: callId },
      }
    : { model: `${model.provider}/${model.name}`, dynamic_variables: { call_id: callId } };

const startBody = (settings: ConversationSettings, conversation: CallCommand & HostedConversation): StartBody => {
  const { voice, transcriber, instructions, commandId } = conversation;
  const greeting = speakable(conversation.greeting);
  const keyRef = telnyxVoiceSettings(voice, settings.voiceKeyRef)?.api_key_ref;
  return {
    command_id: commandUuid(commandId),
    // Without it here nothing is said first; without it in `assistant` the model remembers the stored greeting.
    greeting,
    assistant: {
      id: settings.assistantId,
      instructions: withoutDoubleBraces(instructions),
      greeting,
      ...modelFields(conversation, settings.llm),
      voice_settings: { voice: telnyxVoice(voice), ...(keyRef && { api_key_ref: keyRef }) },
    },
    transcription: telnyxTranscriptionModel(transcriber) as NonNullable<StartBody['transcription']>,
    send_message_history_updates: true,
  };
};

const turnsOf = ({ role, text, sent_at, created_at }: Message): HostedTurn[] =>
  role !== 'tool' && text ? [{ role, text, at: sent_at ?? created_at ?? '' }] : [];

/** Conversations that Telnyx runs itself. */
export const hostedConversations = (request: TelnyxRequest, settings: ConversationSettings): HostedConversations => {
  const readPage = (conversationId: string, page: number) =>
    request((client, limits) => {
      const query = { 'page[number]': page, 'page[size]': PAGE_TURNS };
      return client.ai.conversations.messages.list(conversationId, query, limits);
    });

  const readMessages = async (conversationId: string): Promise<Message[]> => {
    const messages: Message[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const { data, meta } = await readPage(conversationId, page);
      messages.push(...data);
      if (page >= (meta.total_pages ?? 1)) break;
    }
    return messages;
  };

  const { llm } = settings;
  return {
    shareModelToken: llm && llm.keyRef === undefined ? modelTokenSharer(request) : async () => undefined,

    start: async (conversation) => {
      const body = startBody(settings, conversation);
      const reply = await replyToCommand(request, (actions, limits) =>
        actions.startAIAssistant(conversation.callControlId, body, limits),
      );
      return reply?.data?.conversation_id;
    },

    stop: async ({ callControlId, commandId }) => {
      const body = { command_id: commandUuid(commandId) };
      await replyToCommand(request, (actions, limits) => actions.stopAIAssistant(callControlId, body, limits));
    },

    read: async (conversationId) => {
      try {
        const turns = (await readMessages(conversationId)).flatMap(turnsOf);
        return turns.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
      } catch (error) {
        if (failureOf(error).status === 404) return [];
        throw telnyxError(error);
      }
    },

    delete: (conversationId) => deleteConversation(request, conversationId),
    deleteOfCall: (callControlId) => deleteConversationsOf(request, callControlId),
  };
};
