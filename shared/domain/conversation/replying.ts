import type { ConversationInput, HangUpReason, Replying } from './conversation-state.ts';
import { act, armCheck, close, type Moment, type Step, say, speechOf } from './conversation-steps.ts';
import { saysGoodbye, wantsToEnd } from './farewell.ts';
import { TURN_MAX_CHARS } from './record-input.ts';
import { lineOfTurn } from './settled-lines.ts';

/** The call ends after this many failed replies in a row. */
const FAILED_REPLIES_MAX = 2;

type Reply = Extract<ConversationInput, { type: 'sentences' | 'replied' | 'reply_failed' }>;

/** The first words of a reply, of which more will come. */
const beginReply = (step: Step, to: number, text: string, moment: Moment): Step => {
  const { state, actions } = say(step, text, moment);
  const { turn, turns } = state;
  const chars = turns.at(-1)?.text.length ?? 0;
  const speeches = state.speeches.map((speech) => (speech.turn === turn ? { ...speech, chars } : speech));
  const replying = { to, turn, parts: 1, isFarewell: saysGoodbye(text), isBrokenOff: false };
  return { state: { ...state, speeches, replying }, actions };
};

/** Further words of the reply, to be said after those before them. */
const goOn = (step: Step, replying: Replying, words: string, moment: Moment): Step => {
  const { state } = step;
  const { turn, parts: part } = replying;
  const index = lineOfTurn(state, turn);
  const turns = state.turns.map((line, at) =>
    at === index ? { ...line, text: `${line.text} ${words.trim()}`.slice(0, TURN_MAX_CHARS) } : line,
  );
  const beginsMs = Math.max(moment.nowMs, ...state.speeches.map(({ overByMs }) => overByMs));
  const speech = {
    ...speechOf(turn, words, { ...moment, nowMs: beginsMs }),
    part,
    chars: turns[index]?.text.length ?? 0,
  };
  return act(
    step,
    {
      turns,
      speeches: [...state.speeches, speech],
      quietSinceMs: moment.nowMs,
      replying: { ...replying, parts: part + 1, isFarewell: saysGoodbye(words) },
    },
    { type: 'speak', text: words, turn, part, isFirst: false },
  );
};

/** Hangs up once what is being said is over. */
const closeAfter = (step: Step, reason: HangUpReason, moment: Moment): Step =>
  armCheck(act(step, { phase: 'closing', closingReason: reason, thinkingSinceMs: null, replying: null }), moment);

/** Apologises, after the words of a reply that broke off; ends the call where nobody will reply any more. */
export const failReply = (step: Step, moment: Moment): Step => {
  const { replying, turns } = step.state;
  const { phrases } = moment.settings;
  const failedReplies = step.state.failedReplies + 1;
  const isHopeless = failedReplies >= FAILED_REPLIES_MAX ? 'no_reply' : null;
  const reason = wantsToEnd(turns) ? 'farewell' : isHopeless;
  if (replying) {
    const said = act(goOn(step, replying, reason ? phrases.goodbye : phrases.apology, moment), { failedReplies });
    return reason ? closeAfter(said, reason, moment) : act(said, { replying: null });
  }
  return reason
    ? close(step, reason, phrases.goodbye, moment)
    : say(act(step, { failedReplies }), phrases.apology, moment);
};

const completeReply = (step: Step, replying: Replying, rest: string, moment: Moment): Step => {
  const isSaid = rest.trim() === '';
  const said = act(isSaid ? step : goOn(step, replying, rest, moment), { replying: null, failedReplies: 0 });
  const isFarewell = isSaid ? replying.isFarewell : saysGoodbye(rest);
  return isFarewell || wantsToEnd(said.state.turns) ? closeAfter(said, 'farewell', moment) : said;
};

const wholeReply = (step: Step, text: string, moment: Moment): Step => {
  if (text.trim() === '') return failReply(step, moment);
  if (saysGoodbye(text) || wantsToEnd(step.state.turns)) return close(step, 'farewell', text, moment);
  return say(act(step, { failedReplies: 0 }), text, moment);
};

/** The first news of a reply that was asked for. */
const firstOf = (step: Step, input: Reply, moment: Moment): Step => {
  switch (input.type) {
    case 'sentences':
      return input.text.trim() === '' ? step : beginReply(step, input.turn, input.text, moment);
    case 'replied':
      return wholeReply(step, input.text, moment);
    case 'reply_failed':
      return failReply(step, moment);
  }
};

/**
 * News of the reply of which words are being said. Where the other party has interrupted it, words sent at that very moment
 * may have come to the carrier after they were stopped, so they are stopped once more.
 */
const furtherOf = (step: Step, replying: Replying, input: Reply, moment: Moment): Step => {
  if (replying.isBrokenOff) return act(step, { replying: null }, { type: 'stop_speaking', turn: replying.turn });
  switch (input.type) {
    case 'sentences':
      return input.text.trim() === '' ? step : goOn(step, replying, input.text, moment);
    case 'replied':
      return completeReply(step, replying, input.text, moment);
    case 'reply_failed':
      return failReply(step, moment);
  }
};

/** Says what the language model writes, sentence by sentence or at once. A reply to an earlier turn is void. */
export const hearReply = (step: Step, input: Reply, moment: Moment): Step => {
  const { replying, turn, thinkingSinceMs } = step.state;
  if (replying?.to === input.turn) return furtherOf(step, replying, input, moment);
  return input.turn === turn && thinkingSinceMs !== null ? firstOf(step, input, moment) : step;
};
