import {
  type ConversationAction,
  type ConversationState,
  NEW_CONVERSATION,
} from '#shared/domain/conversation/conversation-state.ts';
import { settledLines } from '#shared/domain/conversation/settled-lines.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';
import type { ToldWords } from '#shared/store/call/call-conclusions.ts';
import type { KeptFindings } from '#shared/store/call/call-findings.ts';
import { CONVERSATION_PREFIX, keys, partitions } from '#shared/store/keys.ts';
import { absent, equals, type Key, type TableReader, type TableWriter } from '#shared/store/table/table.ts';
import { beginsAs, fromActions, fromWords, toActions, toWords } from './conversation-words.ts';
import type { SceneRecord } from './scenes.ts';

/** Lines that change no more, in items of their own, so that a step does not write them again. */
interface MovedWords {
  /** By the versions that moved them, oldest first. */
  items: number[];
  lines: number;
}

/** What a delivered input led to. If it is delivered again, the actions are executed again. */
interface Consequence {
  /** `latestIdOf` the input. */
  input_id: string | null;
  actions: ConversationAction[];
}

/** A conversation's state and its latest actions. */
export interface ConversationRecord extends Consequence {
  state: ConversationState;
  /** Of the input before, if words that are still being said have overtaken it: it may not be carried out yet. */
  overtaken: Consequence | undefined;
  version: number;
  moved: MovedWords;
  /** What the conversation was begun with; undefined until then. */
  scene: SceneRecord | undefined;
  /** What the carrier told of it, if it led it. */
  told: TranscriptLine[];
  /** What was extracted from it, by whomever; the call says which counts. */
  findings: KeptFindings[];
}

type Step = Pick<ConversationRecord, 'state' | 'input_id' | 'actions'> & Partial<Pick<ConversationRecord, 'overtaken'>>;

/** As stored: nested values as JSON text, because DynamoDB limits nesting. */
interface StoredConversation {
  /** What differs from a new conversation. */
  state: string;
  words?: string;
  moved?: MovedWords;
  input_id: string | null;
  actions: string;
  overtaken?: { input_id: string | null; actions: string };
  version: number;
}

const NOTHING_MOVED: MovedWords = { items: [], lines: 0 };

/**
 * A write costs one unit for each KB, so a step stays below one where it can: keys and names take 140 bytes of it, and the
 * next turn is to have room.
 */
const STEP_MAX_BYTES = 700;
/** Where the other party waits for words, lines are moved by a later step; but not for ever. */
const HURRIED_STEP_MAX_BYTES = 8 * 1024;

const differences = (state: ConversationState): Partial<ConversationState> =>
  Object.fromEntries(
    Object.entries(state).filter(
      ([field, value]) =>
        field !== 'turns' && JSON.stringify(value) !== JSON.stringify(NEW_CONVERSATION[field as keyof typeof state]),
    ),
  );

const NEW: ConversationRecord = {
  state: NEW_CONVERSATION,
  input_id: null,
  actions: [],
  overtaken: undefined,
  version: 0,
  moved: NOTHING_MOVED,
  scene: undefined,
  told: [],
  findings: [],
};

/** A conversation with its words and its scene, in one read. */
export const getConversation = async (table: TableReader, callId: string): Promise<ConversationRecord> => {
  const partition = partitions.call(callId);
  const items = await table.query<object>({ partition, prefix: CONVERSATION_PREFIX });
  const byKey = new Map<string, Key & object>(items.map((item) => [item.sk, item]));
  const read = <Kept>({ sk }: Key) => byKey.get(sk) as Kept | undefined;
  const scene = read<SceneRecord>(keys.scene(callId));
  const told = read<ToldWords>(keys.toldWords(callId))?.transcript ?? [];
  const ofFindings = keys.findings(callId, '').sk;
  const findings = items.filter(({ sk }) => sk.startsWith(ofFindings)) as (Key & KeptFindings)[];
  const stored = read<StoredConversation>(keys.conversation(callId));
  if (!stored) return { ...NEW, scene, told, findings };
  const { words = '[]', moved = NOTHING_MOVED, input_id, overtaken, version } = stored;
  const movedWords = moved.items.map((item) => read<{ words: string }>(keys.conversationWords(callId, item))?.words);
  // A conversation that began before a release may lack what the release added.
  const state = { ...NEW_CONVERSATION, ...(JSON.parse(stored.state) as Partial<ConversationState>) };
  const lines: TranscriptLine[] = [...movedWords, words].flatMap((some) => fromWords(some ?? '[]'));
  const turns = [...state.turns, ...lines];
  return {
    state: { ...state, turns },
    input_id,
    actions: fromActions(stored.actions, turns),
    overtaken: overtaken && { ...overtaken, actions: fromActions(overtaken.actions, turns) },
    version,
    moved,
    ...{ scene, told, findings },
  };
};

const storedOf = (
  { state, input_id, actions, overtaken }: Step,
  moved: MovedWords,
  version: number,
): StoredConversation => ({
  state: JSON.stringify(differences(state)),
  words: toWords(state.turns.slice(moved.lines)),
  ...(moved.lines > 0 && { moved }),
  input_id,
  actions: toActions(actions, state.turns),
  ...(overtaken && { overtaken: { ...overtaken, actions: toActions(overtaken.actions, state.turns) } }),
  version,
});

const bytesOf = ({ state, words = '', actions, input_id }: StoredConversation): number =>
  Buffer.byteLength(state) + Buffer.byteLength(words) + Buffer.byteLength(actions) + (input_id?.length ?? 0);

const isHurried = ({ actions }: Step): boolean => actions.some(({ type }) => type === 'speak');

/**
 * Writes a step if the conversation is still what was read. The loser reads again.
 *
 * Words are moved before the step that counts on it, and what is moved follows from what was read alone: whoever loses the
 * race, or dies in between, has written nothing that another one would write differently.
 */
export const writeConversation = async (
  table: TableWriter,
  callId: string,
  before: ConversationRecord,
  after: Step,
): Promise<ConversationRecord> => {
  const version = before.version + 1;
  const settled = Math.max(settledLines(before.state), before.moved.lines);
  const isContinued = beginsAs(before.state.turns, after.state.turns, settled);
  let moved = isContinued ? before.moved : NOTHING_MOVED;
  let stored = storedOf(after, moved, version);
  const isLarge = bytesOf(stored) > (isHurried(after) ? HURRIED_STEP_MAX_BYTES : STEP_MAX_BYTES);
  if (isContinued && isLarge && settled > moved.lines) {
    const words = toWords(before.state.turns.slice(moved.lines, settled));
    await table.write({ put: { ...keys.conversationWords(callId, version), words } });
    moved = { items: [...moved.items, version], lines: settled };
    stored = storedOf(after, moved, version);
  }
  await table.write({
    put: { ...keys.conversation(callId), ...stored },
    when: [before.version === 0 ? absent('pk') : equals('version', before.version)],
  });
  const { scene, told, findings } = before;
  return { overtaken: undefined, ...after, version, moved, scene, told, findings };
};
