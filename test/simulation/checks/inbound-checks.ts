import type { InboundCall, InboundCommand } from '#test/simulation/outside/inbound-calls.ts';
import type { ReceivedDial } from '#test/simulation/outside/true-call.ts';
import { NUMBERS } from '#test/simulation/plan/team.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedWorld, Checker } from './checker.ts';
import type { ErasedPeople } from './privacy/erased-people.ts';
import { isUntoldInbound } from './right-outcomes.ts';

const INVARIANT = '8 inbound';

/** The team's numbers. Only the first has an assistant that takes inbound calls. */
const OURS: readonly string[] = [NUMBERS.answered, NUMBERS.unanswered, NUMBERS.unassigned];

const takesCalls = ({ to }: InboundCall): boolean => to === NUMBERS.answered;

const recordsOf = ({ table }: CheckedWorld): Item[] =>
  [...table.all()].filter(({ sk, direction }) => sk === 'CALL' && direction === 'inbound');

/** The calls that keep a number from being dialled. */
const holdersOf = (line: Item): unknown[] =>
  Object.entries(line).flatMap(([field, value]) => (field.endsWith('_call_id') ? [value] : []));

/** The outcomes that a call's record may have. A call nobody takes may be noted as rejected before it rings out. */
const outcomesOf = (call: InboundCall): string[] => {
  if (call.fate === 'rejected') return ['failed'];
  const untold = isUntoldInbound(call) ? ['unknown'] : [];
  if (call.fate === 'answered') return ['answered', ...untold];
  return takesCalls(call) ? ['no_answer', ...untold] : ['no_answer', 'failed', ...untold];
};

/** Judges the fate of calls to the team's numbers by the carrier's truth and the items in the table. */
export class InboundChecks {
  readonly #checker: Checker;
  readonly #calls: ReadonlyMap<string, InboundCall>;
  readonly #erased: ErasedPeople;
  /** Dials that held the caller's number before the call was answered, so they may be in the air already. */
  readonly #excused = new Map<InboundCall, unknown>();

  constructor(checker: Checker, calls: ReadonlyMap<string, InboundCall>, erased: ErasedPeople) {
    this.#checker = checker;
    this.#calls = calls;
    this.#erased = erased;
  }

  /** Records of a call; a number that is being released is ours or not. */
  #wanted({ to }: InboundCall): { least: number; most: number } {
    const most = OURS.includes(to) ? 1 : 0;
    return { least: this.#isReleased(to) ? 0 : most, most };
  }

  #isReleased(phoneNumber: string): boolean {
    const numbers = [...this.#checker.world.table.all()].filter((item) => item.phone_number === phoneNumber);
    return numbers.some(({ status }) => status === 'releasing' || status === 'released');
  }

  commanded({ at, action, commandId, result }: InboundCommand, call: InboundCall): void {
    const { table, teamId } = this.#checker.world;
    const fail = (words: string): void => this.#report(call, words, at);
    if (action === 'answer' && !takesCalls(call)) fail('is answered, though no assistant takes calls there');
    const isErased = this.#isFromBefore(call, teamId);
    if (action === 'reject' && takesCalls(call) && !isErased) fail('is rejected, though the assistant takes calls');
    if (call.commands.some((other) => other.action === action && other.commandId !== commandId)) {
      fail(`gets a second "${action}" under another command id`);
    }
    if (this.#recordsOf(call).length < this.#wanted(call).least) fail(`gets "${action}" without a call record`);
    if (action !== 'answer' || result !== 'accepted') return;
    this.#excused.set(call, table.peek({ pk: `TEAM#${teamId}#LINE#${call.from}`, sk: 'LINE' })?.live_call_id);
  }

  /** Checks that a dial calls nobody who is on the line with us. */
  dialed({ at, to, result, callId }: ReceivedDial): void {
    if (result !== 'placed') return;
    for (const call of this.#calls.values()) {
      const isOn = call.answeredAt !== null && call.answeredAt <= at && at < call.endedAt;
      if (call.from !== to || !isOn || this.#excused.get(call) === callId) continue;
      const words = `call ${callId} dials ${to}, whose own call ${call.controlId} was answered and is on`;
      this.#checker.report('6 one call per number', words, at);
    }
  }

  /** Some inbound call is not over by its record. */
  hasOpenRecords(): boolean {
    return this.#calls.size > 0 && recordsOf(this.#checker.world).some(({ status }) => status !== 'ended');
  }

  /** Some inbound call still keeps a number from being dialled. */
  hasLines(): boolean {
    if (this.#calls.size === 0) return false;
    const { table } = this.#checker.world;
    const ids = new Set(recordsOf(this.#checker.world).map(({ id }) => id));
    return [...table.all()].some((item) => item.sk === 'LINE' && holdersOf(item).some((holder) => ids.has(holder)));
  }

  checkStuck(at: number): void {
    for (const { id, status } of recordsOf(this.#checker.world)) {
      if (status !== 'ended') this.#checker.report('5 convergence', `inbound call ${id} is still ${status}`, at);
    }
  }

  checkEnd(at: number, deadLetters: string[]): void {
    for (const call of this.#calls.values()) {
      const isLost = deadLetters.some((body) => body.includes(`"${call.controlId}"`));
      const isTold = call.told.size > 0 && !isLost;
      const records = this.#recordsOf(call);
      const { least, most } = this.#wanted(call);
      if (records.length > most || (isTold && records.length < least))
        this.#report(call, `has ${records.length} call records, not ${most}`, at);
      for (const record of records) this.#checkRecord(call, record, isLost, at);
      const action = takesCalls(call) ? 'answer' : 'reject';
      const mayBeRejected = this.#isFromBefore(call, this.#checker.world.teamId);
      const isAnnounced = isTold && call.told.has('call.initiated');
      const isHeeded = call.commands.some((command) => command.action === action || mayBeRejected);
      if (isAnnounced && !isHeeded) this.#report(call, `was announced, but the carrier got no "${action}"`, at);
    }
  }

  #checkRecord(call: InboundCall, record: Item, isLost: boolean, at: number): void {
    const { status, outcome, from_number, to_number } = record;
    const wanted = [
      ...outcomesOf(call),
      // Of a call whose end is among the dead letters, the carrier may know nothing any more.
      ...(isLost ? ['unknown'] : []),
      // The rejection may come when the caller has hung up.
      ...(this.#isFromBefore(call, record.team_id) ? ['failed'] : []),
    ];
    if (status !== 'ended' || !wanted.includes(outcome as string))
      this.#report(call, `was ${wanted.join(' or ')}, but its record says ${status}, ${outcome}`, at);
    const isRight = from_number === call.from || this.#isHeardOfLate(call, record);
    if (!isRight || to_number !== call.to) this.#report(call, `is noted as ${from_number} to ${to_number}`, at);
  }

  /** A call from before its caller was erased, of which the carrier told only then, is noted without a number. */
  #isHeardOfLate(call: InboundCall, { from_number, erased_at, team_id }: Item): boolean {
    return erased_at !== null && from_number === '' && this.#isFromBefore(call, team_id);
  }

  /** A call from before its caller was erased. */
  #isFromBefore({ from, placedAt }: InboundCall, teamId: unknown): boolean {
    const callers = this.#erased.withPhone(teamId, from);
    return callers.some(({ at }) => placedAt <= at + this.#checker.world.skewMs);
  }

  #recordsOf({ controlId }: InboundCall): Item[] {
    return recordsOf(this.#checker.world).filter(({ call_control_id }) => call_control_id === controlId);
  }

  #report({ controlId, from, to }: InboundCall, words: string, at: number): void {
    this.#checker.report(INVARIANT, `call ${controlId} from ${from} to ${to} ${words}`, at);
  }
}
