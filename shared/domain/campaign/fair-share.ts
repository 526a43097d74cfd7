/** What a party has of a limited good, and what it would take beside that. */
export interface Demand {
  held: number;
  wants: number;
  /** Since when it waits, ISO 8601; null if it does not wait. Who waits longest gets what cannot be divided. */
  since: string | null;
}

/** Goods that shares are cut from. */
interface Supply {
  limit: number;
  free: number;
}

const demandOf = ({ held, wants }: Demand): number => held + wants;

/** Divides equally; what some do not need is divided among the others. Answers whole shares and what is left over. */
const divide = (limit: number, demands: number[]): { shares: number[]; left: number } => {
  const shares = demands.map(() => 0);
  let left = limit;
  let open = demands.flatMap((demand, at) => (demand > 0 ? [at] : []));
  while (open.length > 0 && left >= open.length) {
    const each = Math.floor(left / open.length);
    for (const at of open) {
      const given = Math.min(each, (demands[at] ?? 0) - (shares[at] ?? 0));
      shares[at] = (shares[at] ?? 0) + given;
      left -= given;
    }
    open = open.filter((at) => (shares[at] ?? 0) < (demands[at] ?? 0));
  }
  return { shares, left };
};

/** Those who wait come first, the longest wait before all; then oneself, then those who do not wait. */
const comesBefore = (other: Demand, own: Demand): boolean =>
  other.wants > 0 && other.since !== null && (own.since === null || other.since < own.since);

/**
 * How much a party may take now: no more than it wants, than is free, and than its fair share with all others. Nothing
 * is held back for those who want less than their share.
 */
export const mayTake = ({ limit, free }: Supply, own: Demand, others: readonly Demand[]): number => {
  const { shares, left } = divide(limit, [demandOf(own), ...others.map(demandOf)]);
  const [share = 0, ...theirs] = shares;
  const beyondShare = others.map(({ held }, at) => Math.max(0, held - (theirs[at] ?? 0)));
  // Of what is left over, some may hold their part already; they neither wait for it nor leave it.
  const untaken = left - beyondShare.reduce((sum, held) => sum + held, 0);
  const unmet = others.filter((other, at) => (theirs[at] ?? 0) < demandOf(other) && beyondShare[at] === 0);
  const inFront = unmet.filter((other) => comesBefore(other, own)).length;
  const entitled = share + (share < demandOf(own) && inFront < untaken ? 1 : 0);
  return Math.max(0, Math.min(own.wants, free, entitled - own.held));
};

/** One part in so many is left to those who come next, so that a newcomer never finds everything taken. */
const NEWCOMER_PARTS = 10;

/** The same where a part is kept for newcomers. A newcomer itself may take of that part, but leaves the rest of it. */
export const mayTakeBesideNewcomers = (
  supply: Supply,
  own: Demand,
  others: readonly Demand[],
  isNew: boolean,
): number => {
  const kept = Math.floor(supply.limit / NEWCOMER_PARTS);
  const usual = mayTake(supply, own, [...others, { held: 0, wants: kept, since: null }]);
  return isNew ? Math.max(usual, Math.min(kept, mayTake(supply, own, others))) : usual;
};
