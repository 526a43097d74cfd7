import type { ConversationAction } from '#shared/domain/conversation/conversation-state.ts';
import type { TranscriptLine } from '#shared/domain/conversation/utterances.ts';

/** A line as it is kept: role, epoch milliseconds, text. */
type KeptLine = [role: string, atMs: number, text: string, interrupted?: 1];

/** Lines as JSON text, in a third less space than their names would take. */
export const toWords = (lines: readonly TranscriptLine[]): string =>
  JSON.stringify(
    lines.map(
      ({ role, at, text, interrupted }): KeptLine =>
        interrupted ? [role, Date.parse(at), text, 1] : [role, Date.parse(at), text],
    ),
  );

export const fromWords = (words: string): TranscriptLine[] =>
  (JSON.parse(words) as KeptLine[]).map(([role, atMs, text, interrupted]) => ({
    role,
    text,
    at: new Date(atMs).toISOString(),
    ...(interrupted && { interrupted: true }),
  }));

const isSame = (one: TranscriptLine, other: TranscriptLine | undefined): boolean =>
  one === other ||
  (one.role === other?.role && one.text === other.text && one.at === other.at && one.interrupted === other.interrupted);

/** Whether the first `count` lines are still what they were. */
export const beginsAs = (before: readonly TranscriptLine[], after: readonly TranscriptLine[], count: number): boolean =>
  before.slice(0, count).every((line, index) => isSame(line, after[index]));

/** The words of an action that are the end of the last line are kept there alone: `from` is where they begin. */
type KeptAction = ConversationAction | { type: 'speak'; from: number };

const kept = (action: ConversationAction, lastLine: string): KeptAction => {
  if (action.type !== 'speak' || !lastLine.endsWith(action.text)) return action;
  const { text, ...rest } = action;
  return { ...rest, from: lastLine.length - text.length };
};

const restored = (action: KeptAction, lastLine: string): ConversationAction => {
  if (!('from' in action)) return action;
  const { from, ...rest } = action;
  return { ...rest, text: lastLine.slice(from) } as ConversationAction;
};

export const toActions = (actions: readonly ConversationAction[], lines: readonly TranscriptLine[]): string =>
  JSON.stringify(actions.map((action) => kept(action, lines.at(-1)?.text ?? '')));

export const fromActions = (actions: string, lines: readonly TranscriptLine[]): ConversationAction[] =>
  (JSON.parse(actions) as KeptAction[]).map((action) => restored(action, lines.at(-1)?.text ?? ''));
