import { type PromptSubjects, renderPrompt } from '#shared/domain/assistant/prompt-variables.ts';
import {
  type ConversationSettings,
  MAX_DURATION_SECONDS_DEFAULT,
  MAX_TURNS_DEFAULT,
  SILENCE_HANGUP_SECONDS_DEFAULT,
  SILENCE_PROMPT_SECONDS_DEFAULT,
  VOICEMAIL_POLICIES,
  type VoicemailPolicy,
} from '#shared/domain/conversation/conversation-state.ts';
import { introductionOf } from '#shared/domain/conversation/introduction.ts';
import { phrasesIn } from '#shared/domain/conversation/phrases.ts';
import { type AssistantRecord, assistantKey } from '#shared/store/assistants.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { type CampaignDefinition, definitionKey } from '#shared/store/campaign/campaigns.ts';
import { type CompanyRecord, companyKey, toCompany } from '#shared/store/companies.ts';
import { type ContactRecord, contactKey, toContact } from '#shared/store/contact/contacts.ts';
import { fromJsonText, readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** A call with the people and records that it concerns. */
export interface CallSubjects {
  call: CallRecord;
  contact: ContactRecord | undefined;
  company: CompanyRecord | undefined;
  /** Of a callback the one whose call it goes back to. */
  campaign: CampaignDefinition | undefined;
}

/** The same with whoever leads its conversation. */
export interface CallContext extends CallSubjects {
  assistant: AssistantRecord;
}

const PHONE_MANNERS =
  'You are speaking on the telephone. Answer in one or two short sentences, in plain spoken words, without lists, ' +
  'markup or emoji. Ask one question at a time. When the conversation is over, say goodbye.';
const DEFAULT_VOICEMAIL_POLICY: VoicemailPolicy = 'hangup';

const subjectKeysOf = ({ contact_id, company_id, campaign_id, callback_campaign_id }: CallRecord) => ({
  contact: contactKey(contact_id ?? ''),
  company: companyKey(company_id ?? ''),
  campaign: definitionKey(campaign_id ?? callback_campaign_id ?? ''),
});

/** Without the assistant, whose prompt is long. Undefined when there is no such call. */
export const readCallSubjects = async (table: TableReader, callId: string): Promise<CallSubjects | undefined> => {
  const call = await getCall(table, callId);
  return call && { call, ...(await readTogether(table, subjectKeysOf(call))) };
};

/** Undefined when there is no such call, its person was erased, its words have ended, or it has no assistant. */
export const readCallContext = async (table: TableReader, callId: string): Promise<CallContext | undefined> => {
  const call = await getCall(table, callId);
  if (!call?.assistant_id || call.erased_at !== null || call.words_deleted_at !== null) return undefined;
  const { assistant, ...others } = await readTogether(table, {
    assistant: assistantKey(call.assistant_id),
    ...subjectKeysOf(call),
  });
  return assistant && { call, assistant, ...others };
};

const subjectsOf = ({ call, contact, company, campaign }: CallContext): PromptSubjects => ({
  contact: contact ? toContact(contact) : null,
  company: company ? toCompany(company) : null,
  campaign: campaign ? { ...campaign, settings: fromJsonText(campaign.settings) } : null,
  call,
  variables: call.variables,
});

export const greetingOf = (context: CallContext): string =>
  renderPrompt(context.assistant.first_message ?? '', subjectsOf(context));

/** What a screening assistant is told about the caller. The templates' prompts name the business by the same variable. */
export const callerIntroduction = (context: CallContext): string => {
  const business = renderPrompt('{{campaign.settings.business_name}}', subjectsOf(context));
  const { name, transcriptor_language } = context.assistant;
  return introductionOf({ name, business, firstMessage: greetingOf(context) }, phrasesIn(transcriptor_language));
};

/** Where the carrier's engine asks its own model, only the instructions can keep that from a chat with an assistant. */
const screenerManners = (context: CallContext): string =>
  context.call.direction === 'inbound'
    ? ''
    : " If a phone's screening assistant asks who is calling and why, say only: " +
      `"${callerIntroduction(context)}" Then wait until a person speaks.`;

/** The system prompt for the language model. */
export const instructionsOf = (context: CallContext): string => {
  const prompt = renderPrompt(context.assistant.system_prompt ?? '', subjectsOf(context));
  return `${prompt}\n\n${PHONE_MANNERS}${screenerManners(context)}`;
};

const textSetting = (settings: Record<string, unknown>, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

const isPolicy = (text: string): text is VoicemailPolicy => (VOICEMAIL_POLICIES as readonly string[]).includes(text);

/** The campaign's free-form settings decide about voicemail: `voicemailPolicy` and `voicemailMessage`. */
export const conversationSettings = (context: CallContext): ConversationSettings => {
  const settings = context.campaign ? fromJsonText(context.campaign.settings) : {};
  const policy = textSetting(settings, 'voicemailPolicy');
  return {
    direction: context.call.direction,
    firstMessage: greetingOf(context),
    voicemailPolicy: isPolicy(policy) ? policy : DEFAULT_VOICEMAIL_POLICY,
    voicemailMessage: renderPrompt(textSetting(settings, 'voicemailMessage'), subjectsOf(context)),
    introduction: callerIntroduction(context),
    phrases: phrasesIn(context.assistant.transcriptor_language),
    silencePromptSeconds: SILENCE_PROMPT_SECONDS_DEFAULT,
    silenceHangupSeconds: SILENCE_HANGUP_SECONDS_DEFAULT,
    maxDurationSeconds: MAX_DURATION_SECONDS_DEFAULT,
    maxTurns: MAX_TURNS_DEFAULT,
  };
};
