import { calleeZoneOf } from '#shared/domain/call/callee-zone.ts';
import { withTokens } from '#shared/domain/call/cost.ts';
import { secondsToNextLook } from '#shared/domain/call/last-words.ts';
import { otherParty } from '#shared/domain/call/other-party.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import { withoutScreening } from '#shared/domain/conversation/screening.ts';
import { type TranscriptLine, utterancesOf } from '#shared/domain/conversation/utterances.ts';
import { applyExtraction } from '#shared/domain/extraction/apply-extraction.ts';
import type { CallTimes } from '#shared/domain/extraction/callback-finding.ts';
import { addUncounted, countUsage, noteUsage, usageOf } from '#shared/engine/call/count-usage.ts';
import { comeBackSoon } from '#shared/engine/call/single/come-back.ts';
import { readCallSubjects } from '#shared/engine/conversation/call-context.ts';
import { calleeOf, findScene } from '#shared/engine/conversation/scene.ts';
import { applyOptOut, type OptOutPorts } from '#shared/engine/do-not-call/apply-opt-out.ts';
import { type AnnouncePorts, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import { tellOfConclusion } from '#shared/engine/webhook/tell-conclusion.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { EXTRACTED_FIELDS } from '#shared/schemas/extracted-fields.ts';
import {
  abandonConclusion,
  beginConclusion,
  concludeRecord,
  keepToldWords,
} from '#shared/store/call/call-conclusions.ts';
import { placeFindings } from '#shared/store/call/call-findings.ts';
import { deleteBeside } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { changeCompany, toCompany } from '#shared/store/companies.ts';
import { changeContact, toContact } from '#shared/store/contact/contacts.ts';
import { type ConversationRecord, getConversation } from '#shared/store/conversation/conversations.ts';
import type { SceneRecord } from '#shared/store/conversation/scenes.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import { type ExtractPorts, extractFindings, type Findings, NOTHING_FOUND, NOTHING_SAID } from './extract-findings.ts';
import { readSpokenWords, type SpokenWords, type TranscriptPorts } from './read-transcript.ts';
import { type CallbackPorts, schedulingCallback } from './schedule-callback.ts';

type ConcludePorts = OptOutPorts &
  TranscriptPorts &
  ExtractPorts &
  AnnouncePorts &
  CallbackPorts &
  Needs<'endedCallQueue' | 'dialQueue'>;

/** The words of a mailbox or a screening assistant are not the contact's, so nothing is extracted from them. */
const personsTranscript = ({ answered_by, screening }: CallRecord, { transcript }: SpokenWords): TranscriptLine[] => {
  if (answered_by === 'machine') return [];
  return screening ? withoutScreening(transcript) : transcript;
};

/** Of a mailbox and of a screening assistant that put nobody through, the outcome says enough. */
const findingsOfSilence = ({ answered_by, screening }: CallRecord): Findings =>
  answered_by === 'machine' || screening ? NOTHING_FOUND : NOTHING_SAID;

/** The call's own time, on the callee's clock. */
const timesOf = (call: CallRecord, { callee }: Pick<SceneRecord, 'callee'>): CallTimes => {
  const { answered_at, started_at, created_at, ended_at } = call;
  return {
    timezone: calleeZoneOf({ ...callee, phone: otherParty(call) }),
    beganAt: new Date(answered_at ?? started_at ?? created_at),
    endedAt: new Date(ended_at ?? created_at),
  };
};

const hasFields = (changes: object): boolean => Object.keys(changes).length > 0;

/** Several events ask for a conclusion; the lease lets one of them pay for the model. Undefined for the others. */
const extractOnce = async (
  ports: ConcludePorts,
  call: CallRecord,
  scene: SceneRecord,
  { transcript }: SpokenWords,
): Promise<Findings | undefined> => {
  const { table, clock } = ports;
  if (!(await succeeded(table.write(beginConclusion(call.id, clock()))))) return undefined;
  try {
    const { provider, model } = scene.assistant;
    return await extractFindings(ports, { provider, model }, transcript, timesOf(call, scene));
  } catch (error) {
    await table.write(abandonConclusion(call.id));
    throw error;
  }
};

/**
 * Writes summary, findings, usage and the call that was asked for, and tells the receiver, in one transaction, on top of contact and company as they are now, so a manual
 * change made meanwhile stays. The loser of a race reads again and finds the call concluded.
 */
const write = (ports: ConcludePorts, callId: string, spoken: SpokenWords, findings: Findings): Promise<void> =>
  retryingLostRaces(ports.table, async () => {
    const subjects = await readCallSubjects(ports.table, callId);
    if (!subjects || subjects.call.concluded_at !== null) return;
    if (isClosed(subjects.call)) return leaveClosed(ports, callId);
    const { call, contact, company } = subjects;
    const applied = applyExtraction({
      extracted: findings.extracted,
      transcript: personsTranscript(call, spoken),
      contact: contact?.deleted_at === null ? toContact(contact) : null,
      company: company?.deleted_at === null ? toCompany(company) : null,
      rules: EXTRACTED_FIELDS,
      times: timesOf(call, { callee: calleeOf(subjects) }),
    });
    if (applied.rejected.length > 0)
      ports.log.info('Discarded findings that failed validation.', { call_id: callId, rejected: applied.rejected });
    // Already recorded during the call; do not overwrite a later manual change.
    if (applied.optOut && !spoken.isOptOutApplied) await applyOptOut(ports, call);
    const { contactChanges, companyChanges } = applied;
    const now = ports.clock();
    // `call.usage` already holds the tokens of our model endpoint.
    const usage = withTokens(usageOf(call), spoken.usage, findings.usage);
    const extracted = JSON.stringify(applied.accepted);
    const found = placeFindings(callId, extracted);
    const conclusion = {
      summary: applied.summary,
      ...found.inCall,
      ...(call.error === null && findings.error !== null && { error: findings.error }),
      usage,
      usage_counted: usage,
      concluded_at: now.toISOString(),
    };
    const wish = { at: applied.accepted.callback_at?.value ?? null, isOptOut: applied.optOut };
    const callback = await schedulingCallback(ports, subjects, wish, now);
    const told = await tellOfConclusion(
      ports.table,
      { ...call, ...conclusion, extracted, transcript: spoken.transcript },
      now,
    );
    if (found.item) await ports.table.write(found.item);
    await ports.table.transact([
      concludeRecord(call, conclusion),
      ...told.operations,
      ...callback.operations,
      ...addUncounted(call, usage, now),
      ...(contact && hasFields(contactChanges) ? changeContact(contact, contactChanges, now).operations : []),
      ...(company && hasFields(companyChanges) ? [changeCompany(company, companyChanges, now).operation] : []),
    ]);
    noteUsage(ports.log, call, usage);
    await sendDeliveries(ports, [...told.references, ...callback.references]);
    if (callback.due) await comeBackSoon(ports, callback.due);
  });

/** The person was erased, or the words have ended, which were perhaps read before: nothing is written of them any more. */
const isClosed = ({ erased_at, words_deleted_at }: CallRecord): boolean =>
  erased_at !== null || words_deleted_at !== null;

/** What an earlier try may have written goes again, and its cost is counted. */
const leaveClosed = async (ports: ConcludePorts, callId: string): Promise<void> => {
  await deleteBeside(ports.table, callId);
  await countUsage(ports, callId);
};

/** Before a model is asked, which may fail. What the table has already is not written again. */
const keepTold = async (
  { table }: ConcludePorts,
  call: CallRecord,
  { told }: ConversationRecord,
  { transcript, isCarriers }: SpokenWords,
): Promise<void> => {
  if (isCarriers && transcript.length > told.length) await succeeded(table.write(keepToldWords(call.id, transcript)));
};

/** False while the last words are still on their way. */
const conclude = async (ports: ConcludePorts, call: CallRecord): Promise<boolean> => {
  const conversation = await getConversation(ports.table, call.id);
  const scene = conversation.scene ?? (await findScene(ports.table, call.id));
  if (!scene) return countUsage(ports, call.id).then(() => true);
  const spoken = await readSpokenWords(ports, call, conversation);
  if (!spoken) return false;
  await keepTold(ports, call, conversation, spoken);
  const isWordless = utterancesOf(personsTranscript(call, spoken)).length === 0;
  const findings = isWordless ? findingsOfSilence(call) : await extractOnce(ports, call, scene, spoken);
  if (findings) await write(ports, call.id, spoken, findings);
  return true;
};

/**
 * Writes the conclusion of an ended call: transcript, summary, findings, opt-out request and usage. Off the path of the
 * next dial, safe to repeat, and written once. What is reported later is counted when it comes.
 */
export const concludeCall = async (ports: ConcludePorts, callId: string): Promise<void> => {
  const call = await getCall(ports.table, callId);
  if (call?.status !== 'ended') return;
  ports.log.about(subjectOf(call));
  if (isClosed(call)) return leaveClosed(ports, callId);
  if (call.concluded_at !== null) return countUsage(ports, callId, call);
  try {
    if (await conclude(ports, call)) return;
  } catch (error) {
    // The usage must be counted even if the language model fails.
    await countUsage(ports, callId);
    throw error;
  }
  const sinceEndMs = ports.clock().getTime() - Date.parse(call.ended_at ?? '');
  await ports.endedCallQueue.send([{ call_id: callId }], { delaySeconds: secondsToNextLook(sinceEndMs) });
};
