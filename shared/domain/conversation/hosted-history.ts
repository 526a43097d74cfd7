import { act, armCheck, type Moment, type Step, speechOf } from './conversation-steps.ts';
import { saysGoodbye, wantsToEnd } from './farewell.ts';

/**
 * The carrier's own engine leads the conversation and reports what was said. All that is left to do is to hang up after a
 * farewell of the assistant, once it must have been heard: the engine would stay on the line.
 */
export const followHistory = (step: Step, moment: Moment): Step => {
  const { turn, turns } = step.state;
  const last = turns.at(-1);
  if (last?.role !== 'assistant' || !(saysGoodbye(last.text) || wantsToEnd(turns))) return step;
  const speeches = [speechOf(turn, last.text, moment)];
  return armCheck(act(step, { phase: 'closing', closingReason: 'farewell', speeches }), moment);
};
