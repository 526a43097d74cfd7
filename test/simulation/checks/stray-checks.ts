import type { ReceivedDial, TrueCall } from '#test/simulation/outside/true-call.ts';
import type { CheckedWorld, Checker } from './checker.ts';
import { callIn } from './records.ts';

/** Calls that the carrier placed although it refused the dial. */

const INVARIANT = '10 stray calls';

/** An event is folded within this long of its arrival at the webhook. */
const FOLDED_WITHIN_MS = 15 * 60_000;

/** The service heard of the call before it heard the refusal, so the call is like any other until then. */
export const isTakenUp = (world: CheckedWorld, call: TrueCall): boolean =>
  callIn(world.table, call.callId)?.call_control_id === call.controlId;

/** Stray calls of which the service knows or may know. */
export const straysOf = (world: CheckedWorld): TrueCall[] =>
  [...world.calls.values()].filter((call) => call.isStray && !isTakenUp(world, call));

/** An attempt that the service knows was made, though it was told otherwise. */
export const isSpent = (world: CheckedWorld, callId: string): boolean =>
  callIn(world.table, callId)?.ended_reason === 'placed_after_refusal';

/** Checks that nobody is dialled again for an attempt that turned out to be made. */
export const checkStrayDial = (
  { at, callId }: ReceivedDial,
  world: CheckedWorld,
  fail: (invariant: string, message: string) => void,
): void => {
  if (isSpent(world, callId)) fail(INVARIANT, 'dialled again, though the call before turned out to be placed');
  const told = straysOf(world).filter((call) => call.callId === callId && call.told.length > 0);
  if (told.some(({ toldAt }) => toldAt !== null && at - toldAt > FOLDED_WITHIN_MS)) {
    fail(INVARIANT, 'dialled again long after the carrier told of the call before');
  }
};

/** Events after which somebody may be on the line. */
export const LIVE = ['call.initiated', 'call.answered', 'call.machine_detection.ended'];

/** A refusal that was heard has its consequence within this. */
const HUNG_UP_WITHIN_MS = 60_000;

/** An event was faster than the refusal, which was heard all the same. */
const checkTakenUp = (checker: Checker, at: number): void => {
  for (const call of checker.world.calls.values()) {
    const { refusalHeard: heard, hangUps, endedAt } = call;
    if (!heard || heard.by.isDisturbed || !isTakenUp(checker.world, call) || hangUps > 0) continue;
    if (endedAt > heard.at + HUNG_UP_WITHIN_MS)
      checker.report(INVARIANT, `call ${call.controlId} of ${call.callId} went on though its refusal was heard`, at);
  }
};

/** Whoever was rung by mistake is not left on the line, and the attempt is counted. */
export const checkStrays = (checker: Checker, at: number, deadLetters: string[]): void => {
  const { world } = checker;
  checkTakenUp(checker, at);
  for (const call of straysOf(world)) {
    if (deadLetters.some((body) => body.includes(`"${call.controlId}"`))) continue;
    const name = `call ${call.controlId} of ${call.callId}, which the carrier had refused,`;
    if (call.told.some(({ type }) => LIVE.includes(type)) && call.hangUps === 0)
      checker.report(INVARIANT, `${name} was never hung up`, at);
    const status = callIn(world.table, call.callId)?.status;
    if (call.told.length > 0 && status === 'not_dialed')
      checker.report(INVARIANT, `${name} was told of, but its attempt is not counted`, at);
  }
};
