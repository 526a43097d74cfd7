import { asksNotToBeCalled } from '#shared/domain/conversation/opt-out-request.ts';
import { TURN_MAX_CHARS, TURNS_MAX } from '#shared/domain/conversation/record-input.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { TokenUsage } from '#shared/ports/language-models.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import type { CallRecord } from '#shared/store/calls.ts';
import { getConversation } from '#shared/store/conversations.ts';
import type { TableReader } from '#shared/store/table/table.ts';

export interface TranscriptPorts {
  table: TableReader;
  telephony: Telephony;
  log: Log;
  clock(): Date;
}

/** What was said on a call that is over. */
export interface SpokenWords {
  transcript: TranscriptLine[];
  usage: TokenUsage;
  /** Whether the conversation itself has heeded a wish not to be called again. */
  isOptOutApplied: boolean;
}

/** As long as one reply may hold up what was said after it; a conversation that is not over by then never will be. */
const LAST_WORDS_WAIT_MS = MINUTE_MS;

/** What the carrier's own engine noted may come a while after the call. */
const HOSTED_TRANSCRIPT_WAIT_MS = 10 * MINUTE_MS;

/** Whether the call ended less than so long ago. */
const isWithin = ({ clock }: TranscriptPorts, call: CallRecord, waitMs: number): boolean =>
  clock().getTime() - Date.parse(call.ended_at ?? '') < waitMs;

const kept = (line: TranscriptLine): TranscriptLine => ({ ...line, text: line.text.slice(0, TURN_MAX_CHARS) });

/** The first on a tie. */
const longerOf = (one: TranscriptLine[], other: TranscriptLine[]): TranscriptLine[] =>
  one.length >= other.length ? one : other;

/** The carrier's own transcript; none where it leads no conversations, or cannot be read although there is no time left. */
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
    log.error("The carrier's transcript could not be read; what was heard takes its place.", error, { call_id: id });
    return [];
  }
};

/** Where the carrier leads the conversation, its transcript has the exact times, but it may be late and lack the end. */
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
  return longerOf(hosted, heard).map(kept).slice(-TURNS_MAX);
};

/**
 * Undefined while words of the conversation still wait behind a reply.
 * @throws Error while the carrier's transcript is awaited, or when it is all there may be and cannot be read.
 */
export const readSpokenWords = async (ports: TranscriptPorts, call: CallRecord): Promise<SpokenWords | undefined> => {
  const { phase, turns, usage } = (await getConversation(ports.table, call.id)).state;
  const isUnderWay = phase !== 'unanswered' && phase !== 'over';
  if (isUnderWay && isWithin(ports, call, LAST_WORDS_WAIT_MS)) return undefined;
  // On the call is what an earlier try has read, which may not be readable again.
  const transcript = await readTranscript(ports, call, longerOf(turns, call.transcript));
  return { transcript, usage, isOptOutApplied: asksNotToBeCalled(turns) };
};
