import type { WindowPlan } from '#test/simulation/plan/campaign-plan.ts';

/** Whom somebody wants called, and when. */
export interface CallOrder {
  accountId: string;
  contactId?: string;
  toNumber?: string;
  fromNumberId?: string;
  /** ISO 8601. */
  scheduledAt?: string;
}

/**
 * A request of a person, and when it held. `end` is the instant of its answer or of its death; until then it may or may
 * not have taken effect.
 */
export interface Fact {
  kind:
    | 'start'
    | 'pause'
    | 'cancel'
    | 'redial'
    | 'deleteCampaign'
    | 'doNotCall'
    | 'doNotCallNumber'
    | 'deleteContact'
    | 'eraseContact'
    | 'phone'
    | 'releaseNumber'
    | 'removeContact'
    | 'limit'
    | 'window'
    | 'countries'
    | 'callsPerDay'
    | 'callsPerNumber'
    | 'spendPerDay'
    | 'stopCalls'
    | 'resumeCalls'
    | 'webhook'
    | 'webhookKey'
    | 'rotation'
    | 'resend'
    | 'orderCall'
    | 'cancelCall';
  /** Campaign, contact, phone number, its id where it is ours, account, announced event, call or order of one. */
  subject: string;
  begin: number;
  end: number;
  acknowledged: boolean;
  /**
   * Calls at once of a campaign; or of an account dials in a day, to a number, or charges in a day, millionths of a US
   * dollar. None is infinite.
   */
  limit?: number;
  window?: WindowPlan | null;
  /** What an account allows to be called; null: the countries of its own numbers. */
  countries?: string[] | null;
  /** A contact's number. */
  phone?: string | null;
  /** The cap of a run. */
  maxCalls?: number | null;
  /** The answer of a redial. */
  redialed?: number;
  /** The address that events are sent to; null for none. */
  receiver?: string | null;
  /** The order of a single call. */
  order?: CallOrder;
  /** The call that an order made. */
  callId?: string;
  /** The call's status in the answer of whoever cancelled it. */
  status?: string;
  /** The request was refused, and so it wrote nothing. */
  isRefused?: boolean;
  /** The erasure that was begun, or found. */
  erasureId?: string;
  /** The key that receivers verify with, as the owner was shown it. */
  publicKey?: string;
}

export class Facts {
  readonly all: Fact[] = [];

  add(fact: Fact): Fact {
    this.all.push(fact);
    return fact;
  }

  of(kind: Fact['kind'], subject: string): Fact[] {
    return this.all.filter((fact) => fact.kind === kind && fact.subject === subject);
  }

  /** An order of this kind was acknowledged by then, and nothing that could have lifted it came later. */
  isStopped(stop: Fact['kind'], lift: Fact['kind'] | null, subject: string, at: number): boolean {
    const lifts = lift ? this.of(lift, subject).filter(({ begin }) => begin <= at) : [];
    return this.of(stop, subject).some(
      ({ acknowledged, begin, end }) => acknowledged && end <= at && !lifts.some((other) => other.end > begin),
    );
  }

  /**
   * The settings that may be in force, or may have been since an earlier instant: the latest one acknowledged by then,
   * and all that came or were coming after it.
   */
  possible(
    kind:
      | 'limit'
      | 'window'
      | 'countries'
      | 'callsPerDay'
      | 'callsPerNumber'
      | 'spendPerDay'
      | 'phone'
      | 'webhook'
      | 'webhookKey',
    subject: string,
    at: number,
    since = at,
  ): Fact[] {
    const begun = this.of(kind, subject).filter(({ begin }) => begin <= at);
    const isReplaced = (fact: Fact): boolean =>
      begun.some((later) => later.acknowledged && later.end <= since && fact.end < later.begin);
    return begun.filter((fact) => !isReplaced(fact));
  }
}
