import { NO_USAGE, type Usage } from '#shared/domain/call-cost.ts';
import { utterancesOf } from '#shared/domain/conversation/utterances.ts';
import { applyExtraction } from '#shared/domain/extraction/apply-extraction.ts';
import {
  EXTRACTION_INSTRUCTIONS,
  type Extraction,
  extractionPrompt,
  extractionSchema,
} from '#shared/domain/extraction/extraction.ts';
import { asksNotToBeCalled } from '#shared/domain/opt-out.ts';
import type { LanguageModels, TokenUsage } from '#shared/providers/language-model/language-model.ts';
import type { Telephony } from '#shared/providers/telephony/telephony.ts';
import type { QueueSender } from '#shared/runtime/capabilities.ts';
import type { Log } from '#shared/runtime/log.ts';
import type { TranscriptLine } from '#shared/schemas/call.ts';
import type { CallMessage } from '#shared/schemas/messages.ts';
import { abandonConclusion, beginConclusion, type CallRecord, concludeRecord, getCall } from '#shared/store/calls.ts';
import { changeCompanyFields, toCompany } from '#shared/store/companies.ts';
import { changeContactFields, toContact } from '#shared/store/contacts.ts';
import { getConversation } from '#shared/store/conversations.ts';
import { retryingLostRaces, won } from '#shared/store/lost-races.ts';
import { type CallScene, readScene } from './call-scene.ts';
import { countUsage } from './count-usage.ts';
import { type OptOutPorts, optOut } from './opt-out.ts';

export interface ConcludePorts extends OptOutPorts {
  endedCallQueue: QueueSender<CallMessage>;
  telephony: Telephony;
  models: LanguageModels;
  log: Log;
}

interface Said {
  transcript: TranscriptLine[];
  usage: TokenUsage;
  /** Whether the conversation itself has heeded a wish not to be called again. */
  isWishHeeded: boolean;
}

/** As long as one reply may hold up what was said after it; a conversation that is not over by then never will be. */
const LAST_WORDS_WAIT_MS = 60_000;
const LAST_WORDS_LOOK_SECONDS = 1;

/** What the carrier's own engine noted may come a while after the call. */
const HOSTED_TRANSCRIPT_WAIT_MS = 10 * 60 * 1000;

/** Whether the call ended less than so long ago. */
const isWithin = ({ clock }: ConcludePorts, call: CallRecord, waitMs: number): boolean =>
  clock().getTime() - Date.parse(call.ended_at ?? '') < waitMs;

const readHosted = async (ports: ConcludePorts, call: CallRecord): Promise<TranscriptLine[]> => {
  const { conversations } = ports.telephony;
  if (!conversations || call.conversation_id === null) return [];
  const turns = await conversations.read(call.conversation_id);
  if (turns.length === 0 && isWithin(ports, call, HOSTED_TRANSCRIPT_WAIT_MS))
    throw new Error('The carrier has no transcript of this call yet.');
  return turns;
};

/** Undefined while words of the conversation still wait behind a reply. */
const readSaid = async (ports: ConcludePorts, call: CallRecord): Promise<Said | undefined> => {
  const { phase, turns, usage } = (await getConversation(ports.table, call.id)).state;
  const isUnderWay = phase === 'talking' || phase === 'closing';
  if (isUnderWay && isWithin(ports, call, LAST_WORDS_WAIT_MS)) return undefined;
  if (turns.length === 0) return { transcript: await readHosted(ports, call), usage, isWishHeeded: false };
  return { transcript: turns, usage, isWishHeeded: asksNotToBeCalled(turns) };
};

const extract = async ({ models }: ConcludePorts, { assistant }: CallScene, transcript: TranscriptLine[]) =>
  models.extract({
    choice: { provider: assistant.provider, model: assistant.model },
    instructions: EXTRACTION_INSTRUCTIONS,
    prompt: extractionPrompt(transcript),
    schema: extractionSchema,
  });

/** Several events end a call, and each has it concluded; undefined for those that come while it is being done. */
const extractOnce = async (ports: ConcludePorts, scene: CallScene, transcript: TranscriptLine[]) => {
  if (!(await won(ports.table.write(beginConclusion(scene.call, ports.clock()))))) return undefined;
  try {
    return await extract(ports, scene, transcript);
  } catch (error) {
    await won(ports.table.write(abandonConclusion(scene.call)));
    throw error;
  }
};

const usageOf = (call: CallRecord, said: Said, extraction: TokenUsage): Usage => ({
  seconds: call.duration_secs ?? 0,
  inputTokens: said.usage.inputTokens + extraction.inputTokens,
  outputTokens: said.usage.outputTokens + extraction.outputTokens,
  carrierMicroUsd: call.usage.carrierMicroUsd,
});

/**
 * Writes what the call has told, all in one transaction, built on contact and company as they are now: what a person has
 * entered since the model was asked stays. Of two at once the loser reads again and finds the call concluded.
 */
const write = (
  ports: ConcludePorts,
  callId: string,
  found: { said: Said; extracted: Extraction; extraction: TokenUsage },
): Promise<void> =>
  retryingLostRaces(async () => {
    const scene = await readScene(ports.table, callId);
    if (!scene || scene.call.concluded_at !== null) return;
    const { call, contact, company } = scene;
    const applied = applyExtraction({
      extracted: found.extracted,
      transcript: found.said.transcript,
      contact: contact?.deleted_at === null ? toContact(contact) : null,
      company: company?.deleted_at === null ? toCompany(company) : null,
    });
    if (applied.rejected.length > 0)
      ports.log.info('Some findings were not accepted.', { call_id: callId, rejected: applied.rejected });
    // Heeded before: what a person has changed since is not undone.
    if (applied.optOut && !found.said.isWishHeeded) await optOut(ports, call);
    const now = ports.clock();
    await ports.table.transact([
      concludeRecord(call, {
        transcript: found.said.transcript,
        summary: applied.summary,
        extracted: JSON.stringify(applied.accepted),
        usage: usageOf(call, found.said, found.extraction),
        concluded_at: now.toISOString(),
      }),
      ...(contact ? changeContactFields(contact, applied.contactChanges, now) : []),
      ...(company ? changeCompanyFields(company, applied.companyChanges, now) : []),
    ]);
  });

const NOTHING_FOUND: Extraction = extractionSchema.parse({
  summary: null,
  do_not_call: false,
  do_not_call_evidence: null,
  contact: Object.fromEntries(Object.keys(extractionSchema.shape.contact.shape).map((name) => [name, null])),
  company: Object.fromEntries(Object.keys(extractionSchema.shape.company.shape).map((name) => [name, null])),
  custom_fields: [],
});

/**
 * What remains to be done for a call that is over: its transcript, a summary, what it told of contact and company, a wish not
 * to be called again, and what it used. Off the path of the next dial, safe to repeat, and done once.
 */
export const concludeCall = async (ports: ConcludePorts, callId: string): Promise<void> => {
  const call = await getCall(ports.table, callId);
  if (call?.status !== 'ended') return;
  // Before anything that may fail: what was used is known without a language model.
  await countUsage(ports.table, callId);
  const scene = await readScene(ports.table, callId);
  if (scene && call.concluded_at === null) {
    const said = await readSaid(ports, call);
    if (!said) return ports.endedCallQueue.send([{ call_id: callId }], { delaySeconds: LAST_WORDS_LOOK_SECONDS });
    // A mailbox has words of its own, and none of them are the contact's.
    const isWordless = call.answered_by === 'machine' || utterancesOf(said.transcript).length === 0;
    const found = isWordless
      ? { output: NOTHING_FOUND, ...NO_USAGE }
      : await extractOnce(ports, scene, said.transcript);
    if (!found) return;
    const { output: extracted, ...extraction } = found;
    await write(ports, callId, { said, extracted, extraction });
  }
  await countUsage(ports.table, callId);
};
