import { asksNotToBeCalled } from '#shared/domain/conversation/opt-out-request.ts';
import { TURN_MAX_CHARS, TURNS_MAX } from '#shared/domain/conversation/record-input.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { TokenUsage } from '#shared/ports/language-models.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import type { ConversationRecord } from '#shared/store/conversation/conversations.ts';

export type TranscriptPorts = Needs<'telephony' | 'log' | 'clock'>;

/** What was said on a call that is over. */
export interface SpokenWords {
  transcript: TranscriptLine[];
  /** The carrier told it; otherwise it is kept with the conversation. */
  isCarriers: boolean;
  usage: TokenUsage;
  /** True if an opt-out request was already recorded during the call. */
  isOptOutApplied: boolean;
}

/** A reply may hold up later words for this long; a conversation still open after that will stay open. */
const LAST_WORDS_WAIT_MS = MINUTE_MS;

/** The transcript of a hosted conversation may arrive this long after the call. */
const HOSTED_TRANSCRIPT_WAIT_MS = 10 * MINUTE_MS;

/** True if the call ended less than `waitMs` ago. */
const isWithin = ({ clock }: TranscriptPorts, call: CallRecord, waitMs: number): boolean =>
  clock().getTime() - Date.parse(call.ended_at ?? '') < waitMs;

const truncated = (line: TranscriptLine): TranscriptLine => ({ ...line, text: line.text.slice(0, TURN_MAX_CHARS) });

/** Prefers the first on a tie. */
const longerOf = (one: TranscriptLine[], other: TranscriptLine[]): TranscriptLine[] =>
  one.length >= other.length ? one : other;

/** The carrier's transcript; empty if the conversation is not hosted, or if reading it fails on the last try. */
const readHosted = async (
  { telephony, log }: TranscriptPorts,
  { id, conversation_id }: CallRecord,
  isLastTry: boolean,
): Promise<TranscriptLine[]> => {
  if (!telephony.conversations || conversation_id === null) return [];
  try {
    return await telephony.conversations.read(conversation_id);
  } catch (error) {
    if (!isLastTry) throw error;
    log.error("Could not read the carrier's transcript; using the words of our own events.", error, { call_id: id });
    return [];
  }
};

/** The transcript of a hosted conversation has exact times, but may be late and lack the end. */
const readTranscript = async (
  ports: TranscriptPorts,
  call: CallRecord,
  heard: TranscriptLine[],
): Promise<TranscriptLine[]> => {
  const isHosted = ports.telephony.conversations !== undefined && call.conversation_id !== null;
  const isAwaited = isHosted && call.answered_by !== 'machine' && isWithin(ports, call, HOSTED_TRANSCRIPT_WAIT_MS);
  const hosted = await readHosted(ports, call, !isAwaited && heard.length > 0);
  if (isAwaited && hosted.length + heard.length === 0)
    throw new Error('The carrier has no transcript of this call yet.');
  return longerOf(hosted, heard);
};

/**
 * Undefined while inputs of the conversation still wait behind a reply.
 * @throws Error while the carrier's transcript is awaited, or if it is the only source and cannot be read.
 */
export const readSpokenWords = async (
  ports: TranscriptPorts,
  call: CallRecord,
  { told, state: { phase, turns, usage } }: ConversationRecord,
): Promise<SpokenWords | undefined> => {
  const isUnderWay = phase !== 'unanswered' && phase !== 'over';
  if (isUnderWay && isWithin(ports, call, LAST_WORDS_WAIT_MS)) return undefined;
  // What an earlier try was told counts as heard; the carrier may not tell it again.
  const read = await readTranscript(ports, call, longerOf(turns, told));
  const isCarriers = read !== turns && read.length > 0;
  const transcript = isCarriers ? read.map(truncated).slice(-TURNS_MAX) : turns;
  return { transcript, isCarriers, usage, isOptOutApplied: asksNotToBeCalled(turns) };
};
