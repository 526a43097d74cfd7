import type { ConversationState } from './conversation-state.ts';

/** The line that was said in this turn. Histories of hosted conversations move lines; there it is a guess. */
export const lineOfTurn = ({ turn: latest, turns }: Pick<ConversationState, 'turn' | 'turns'>, turn: number): number =>
  turns.length - 1 - (latest - turn);

/** How many lines, from the first on, change no more: those before the words that are being said. */
export const settledLines = (state: ConversationState): number => {
  const unfinished = [...state.speeches, ...(state.replying ? [state.replying] : [])];
  const open = unfinished.map(({ turn }) => lineOfTurn(state, turn));
  return Math.max(0, Math.min(state.turns.length, ...open));
};
