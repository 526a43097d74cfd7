import { withTokens } from '#shared/domain/call/cost.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import { utterancesOf } from '#shared/domain/conversation/utterances.ts';
import { applyExtraction } from '#shared/domain/extraction/apply-extraction.ts';
import { addUncounted, countUsage } from '#shared/engine/call/count-usage.ts';
import { type CallContext, readCallContext } from '#shared/engine/conversation/call-context.ts';
import { applyOptOut, type OptOutPorts } from '#shared/engine/do-not-call/apply-opt-out.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import { EXTRACTED_FIELDS } from '#shared/schemas/extracted-fields.ts';
import type { CallMessage } from '#shared/schemas/messages.ts';
import { abandonConclusion, beginConclusion, type CallRecord, concludeRecord, getCall } from '#shared/store/calls.ts';
import { changeCompany, toCompany } from '#shared/store/companies.ts';
import { changeContact, toContact } from '#shared/store/contacts.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import { type ExtractPorts, extractFindings, type Findings, NOTHING_FOUND } from './extract-findings.ts';
import { readSpokenWords, type SpokenWords, type TranscriptPorts } from './read-transcript.ts';

export type ConcludePorts = OptOutPorts & TranscriptPorts & ExtractPorts & { endedCallQueue: QueueSender<CallMessage> };

const LAST_WORDS_LOOK_SECONDS = 1;

/** A mailbox has words of its own, and none of them are the contact's. */
const personsTranscript = ({ answered_by }: CallRecord, { transcript }: SpokenWords): TranscriptLine[] =>
  answered_by === 'machine' ? [] : transcript;

const hasFields = (changes: object): boolean => Object.keys(changes).length > 0;

/** Several events end a call, and each has it concluded; undefined for those that come while it is being done. */
const extractOnce = async (
  ports: ConcludePorts,
  { call, assistant }: CallContext,
  transcript: TranscriptLine[],
): Promise<Findings | undefined> => {
  if (!(await succeeded(ports.table.write(beginConclusion(call, transcript, ports.clock()))))) return undefined;
  try {
    return await extractFindings(ports, { provider: assistant.provider, model: assistant.model }, transcript);
  } catch (error) {
    await succeeded(ports.table.write(abandonConclusion(call)));
    throw error;
  }
};

/**
 * Writes what the call has told and used, all in one transaction, built on contact and company as they are now: what a person has
 * entered since the model was asked stays. Of two at once the loser reads again and finds the call concluded.
 */
const write = (ports: ConcludePorts, callId: string, spoken: SpokenWords, findings: Findings): Promise<void> =>
  retryingLostRaces(async () => {
    const context = await readCallContext(ports.table, callId);
    if (!context || context.call.concluded_at !== null) return;
    const { call, contact, company } = context;
    const applied = applyExtraction({
      extracted: findings.extracted,
      transcript: personsTranscript(call, spoken),
      contact: contact?.deleted_at === null ? toContact(contact) : null,
      company: company?.deleted_at === null ? toCompany(company) : null,
      rules: EXTRACTED_FIELDS,
    });
    if (applied.rejected.length > 0)
      ports.log.info('Some findings were not accepted.', { call_id: callId, rejected: applied.rejected });
    // Heeded before: what a person has changed since is not undone.
    if (applied.optOut && !spoken.isOptOutApplied) await applyOptOut(ports, call);
    const { contactChanges, companyChanges } = applied;
    const now = ports.clock();
    // What our model endpoint answered during the call is counted by now.
    const usage = withTokens({ ...call.usage, seconds: call.duration_secs ?? 0 }, spoken.usage, findings.usage);
    await ports.table.transact([
      concludeRecord(call, {
        transcript: spoken.transcript,
        summary: applied.summary,
        extracted: JSON.stringify(applied.accepted),
        ...(call.error === null && findings.error !== null && { error: findings.error }),
        usage,
        usage_counted: usage,
        concluded_at: now.toISOString(),
      }),
      ...addUncounted(call, usage),
      ...(contact && hasFields(contactChanges) ? changeContact(contact, contactChanges, now).operations : []),
      ...(company && hasFields(companyChanges) ? [changeCompany(company, companyChanges, now).operation] : []),
    ]);
  });

/**
 * What remains to be done for a call that is over: its transcript, a summary, what it told of contact and company, a wish not
 * to be called again, and what it used. Off the path of the next dial, safe to repeat, and done once.
 */
export const concludeCall = async (ports: ConcludePorts, callId: string): Promise<void> => {
  if ((await getCall(ports.table, callId))?.status !== 'ended') return;
  // Before anything that may fail: what was used is known without a language model.
  await countUsage(ports.table, callId);
  const context = await readCallContext(ports.table, callId);
  if (!context || context.call.concluded_at !== null) return;
  const spoken = await readSpokenWords(ports, context.call);
  if (!spoken) return ports.endedCallQueue.send([{ call_id: callId }], { delaySeconds: LAST_WORDS_LOOK_SECONDS });
  const isWordless = utterancesOf(personsTranscript(context.call, spoken)).length === 0;
  const findings = isWordless ? NOTHING_FOUND : await extractOnce(ports, context, spoken.transcript);
  if (findings) await write(ports, callId, spoken, findings);
};
