import { countersFor, firstCounter } from '#shared/domain/account/day-portions.ts';
import { type Demand, mayTake, mayTakeBesideNewcomers } from '#shared/domain/campaign/fair-share.ts';
import { shortForm } from '#shared/domain/ids.ts';
import { connectionRate, readDialsAhead, reserveDials, returnDials } from '#shared/engine/call/dialling/dial-rate.ts';
import { type PoolRoom, waitOf } from '#shared/engine/call/dialling/pool-room.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import type { DialsInSecond } from '#shared/store/limits/dial-rate.ts';
import type { WaitingRecord } from '#shared/store/limits/waiting.ts';
import { type DialBudget, type Short, wantedByAccount } from './dial-budget.ts';
import type { Plan } from './plan-dials.ts';

/** Seconds, this one included, for which dials are claimed ahead. */
const PLANNED_SECONDS = 5;

export type AllotPorts = Needs<'table' | 'limits' | 'clock'>;

/** Holders are named by the short forms of their ids. */
interface RateShare {
  limit: number;
  holder: string;
  waiters: WaitingRecord[];
  seconds: DialsInSecond[];
  keepsForNewcomers: boolean;
}

/** Of the running second, only what is left of it. */
const freeIn = ({ epochSecond, dials }: DialsInSecond, limit: number, now: Date): number => {
  const leftOfSecond = Math.min(1, epochSecond + 1 - now.getTime() / 1000);
  return Math.min(limit - dials, Math.ceil(limit * leftOfSecond));
};

/** Dials of the second that the holder may reserve; others are expected to dial as much as in the seconds around it. */
const dialsIn = (
  second: DialsInSecond,
  share: RateShare,
  { wants, most, now }: { wants: number; most: number; now: Date },
): number => {
  const { holder, waiters, seconds } = share;
  const limit = Math.min(share.limit, second.dials + most);
  const names = new Set([...seconds.flatMap(({ of }) => [...of.keys()]), ...waiters.map((waiter) => waiter.holder)]);
  const isNew = !names.delete(holder) || seconds.every(({ of }) => !of.get(holder));
  const others = [...names].map((name): Demand => {
    const waiter = waitOf(waiters, name);
    const expected = Math.max(waiter?.wants_dials ?? 0, ...seconds.map(({ of }) => of.get(name) ?? 0));
    const held = second.of.get(name) ?? 0;
    return { held, wants: Math.max(0, expected - held), since: waiter?.since ?? null };
  });
  const since = waitOf(waiters, holder)?.since ?? null;
  const own = { held: second.of.get(holder) ?? 0, wants, since };
  const supply = { limit, free: freeIn(second, limit, now) };
  return share.keepsForNewcomers ? mayTakeBesideNewcomers(supply, own, others, isNew) : mayTake(supply, own, others);
};

/** What is reserved of the seconds for which dials are claimed ahead. */
export type DialRate = Awaited<ReturnType<typeof readDialsAhead>>;

export const readDialRate = (ports: AllotPorts, accountId: string): Promise<DialRate> =>
  readDialsAhead(ports, accountId, {
    from: Math.floor(ports.clock().getTime() / 1000),
    seconds: PLANNED_SECONDS,
  });

/** The room for a plan's claims, as it was read before; the rate of a second that is over counts for nothing. */
export interface DialRoom {
  budget: DialBudget;
  rate: DialRate;
}

const inShort = ({ holder, waiters }: PoolRoom): Pick<RateShare, 'holder' | 'waiters'> => ({
  holder: shortForm(holder),
  waiters: waiters.map((waiter) => ({ ...waiter, holder: shortForm(waiter.holder) })),
});

/** How the holder shares the next seconds in both pools. */
const sharesIn = (ports: AllotPorts, { budget: { account, connection }, rate }: DialRoom) => ({
  ofAccount: {
    ...inShort(account),
    limit: ports.limits.maxDialsPerSecond,
    seconds: rate.ofAccount,
    keepsForNewcomers: false,
  },
  onConnection: {
    ...inShort(connection),
    limit: connectionRate(ports),
    seconds: rate.onConnection,
    keepsForNewcomers: true,
  },
});

const holderOf = ({ account_id, id }: CampaignControl) => ({ account_id, campaign_id: id });

/** How many dials the holder may reserve of each of these seconds, for all that it wants, and whether it is short. */
const sharesOf = (
  { ofAccount, onConnection }: Record<'ofAccount' | 'onConnection', RateShare>,
  from: number,
  { wanted, budget, now }: { wanted: number; budget: DialBudget; now: Date },
): { shares: { epochSecond: number; dials: number }[]; next: number; short: boolean } => {
  const shares = [];
  let [left, next, short] = [wanted, from, false];
  for (; left > 0 && next < ofAccount.seconds.length; next++) {
    const inAll = wantedByAccount(budget.account, left);
    const all = { most: Number.POSITIVE_INFINITY, now };
    const ofConnection = dialsIn(onConnection.seconds[next] as DialsInSecond, onConnection, { wants: inAll, ...all });
    const second = ofAccount.seconds[next] as DialsInSecond;
    const dials = dialsIn(second, ofAccount, { wants: left, most: ofConnection, now });
    short ||= ofConnection < inAll;
    if (dials <= 0) continue;
    shares.push({ epochSecond: second.epochSecond, dials });
    left -= dials;
  }
  return { shares, next, short };
};

/**
 * Gives back dials of these seconds. Those that cannot be given back are lost with their second: what stopped their
 * claims tells more.
 */
export const giveBackPlaces = async (ports: AllotPorts, control: CampaignControl, seconds: number[]): Promise<void> => {
  const returns = [...Map.groupBy(seconds, (second) => second)].map(([second, dials]) =>
    returnDials(ports, holderOf(control), second, dials.length),
  );
  await Promise.allSettled(returns);
};

/** Reserves dials of the next seconds, all or none if it fails; answers the second of each, and who was short of them. */
const reserveSeconds = async (
  ports: AllotPorts,
  control: CampaignControl,
  room: DialRoom,
  wanted: number,
): Promise<{ seconds: number[]; short: Short }> => {
  const now = ports.clock();
  const ahead = sharesIn(ports, room);
  const reserved: number[] = [];
  let [from, connection] = [0, false];
  while (reserved.length < wanted && from < ahead.ofAccount.seconds.length) {
    const { shares, next, short } = sharesOf(ahead, from, {
      wanted: wanted - reserved.length,
      budget: room.budget,
      now,
    });
    const reserve = async ({ epochSecond, dials }: (typeof shares)[number]): Promise<number[]> =>
      (await reserveDials(ports, holderOf(control), epochSecond, dials)) ? Array<number>(dials).fill(epochSecond) : [];
    // The loser of a race for the last dials of a second takes those of later ones.
    const replies = await Promise.allSettled(shares.map(reserve));
    reserved.push(...replies.flatMap((reply) => (reply.status === 'fulfilled' ? reply.value : [])));
    const failed = replies.find((reply) => reply.status === 'rejected');
    if (failed) {
      await giveBackPlaces(ports, control, reserved);
      throw failed.reason;
    }
    from = next;
    connection ||= short;
  }
  return { seconds: reserved, short: { connection } };
};

/**
 * Gives each planned claim its permits, its place in the dial rate and its counter of the day, and leaves out the claims
 * for which there is no place; their contacts stay due. Also answers who was short of dials, if any claim was left out.
 */
export const allotDials = async (
  ports: AllotPorts,
  control: CampaignControl,
  plan: Plan,
  room: DialRoom,
): Promise<{ plan: Plan; short: Short | null }> => {
  const wanted = plan.claims.length;
  if (wanted === 0) return { plan, short: null };
  const { budget } = room;
  const { seconds, short } = await reserveSeconds(ports, control, room, wanted);
  const { day } = budget;
  const counters = countersFor(seconds.length, day.portions, day.usage.counters, firstCounter(control.id));
  const claims = plan.claims.slice(0, seconds.length).map(({ enrolment, call }, at) => ({
    enrolment,
    call: {
      ...call,
      channel: budget.account.permits?.[at] ?? null,
      connection_channel: budget.connection.permits?.[at] ?? null,
      dial_second: seconds[at] ?? null,
      day_dial: { day: day.day, counter: counters[at] as number },
    },
  }));
  return { plan: { ...plan, claims }, short: claims.length < wanted ? short : null };
};
