import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles'];

export interface ContactPlan {
  phone: string | null;
  timezone: string | null;
  doNotCall: boolean;
}

export interface WindowPlan {
  start: string;
  end: string;
  timezone: string;
}

export interface CampaignPlan {
  /** The position of its account; the first is the world's own. */
  account: number;
  /** Positions in the list of contacts. */
  contacts: number[];
  maxConcurrentCalls: number;
  maxAttempts: number;
  retryDelayMinutes: number;
  retryOnVoicemail: boolean;
  window: WindowPlan | null;
  /** Minutes after the beginning; null: a person runs it. */
  scheduledStartMinutes: number | null;
  maxCalls: number | null;
  /** The time at which a person runs it; impatient people ask twice. */
  runsAfterMs: number;
  runsTwice: boolean;
  /** Whether people want the campaign finished in the end, or left as they left it. */
  isFinished: boolean;
}

const time = (minutes: number): string => {
  const at = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};

/** Hours that usually are open when the world begins, or soon close or open. */
export const planWindow = (random: Random, startsAt: number): WindowPlan | null => {
  if (random.chance(0.45)) return null;
  const timezone = random.pick(ZONES);
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [hour = 0, minute = 0] = parts.format(startsAt).split(':').map(Number);
  const now = hour * 60 + minute;
  const lasts = random.pick([30, 90, 480, 600, 720, 1200]);
  const opens = random.chance(0.35) ? now - lasts + random.integer(1, 8) : now + random.integer(-600, 30);
  return { start: time(opens), end: time(opens + lasts), timezone };
};

/** Hours that open some time later. */
export const planClosedWindow = (random: Random, now: number): WindowPlan => {
  const minutes = Math.floor(now / MINUTE_MS) % 1440;
  const opens = minutes + random.integer(2, 300);
  return { start: time(opens), end: time(opens + random.integer(60, 600)), timezone: 'UTC' };
};

export const ENDINGS: Record<string, number> = {
  '0001': 20,
  '0002': 25,
  '0003': 15,
  '0004': 10,
  '0005': 5,
  '0006': 3,
  '0007': 6,
  '0008': 8,
  '0009': 6,
  '0010': 2,
  '0012': 3,
};

interface Numbers {
  /** The last four digits, by weight. */
  endings: Record<string, number>;
  abroadShare: number;
}

/** Before the digits that tell contacts apart: mobile numbers of Great Britain, and premium-rate ones of the US. */
const ABROAD = ['+44740', '+44740', '+1900'];

const phoneFor = (random: Random, at: number, used: string[], { endings, abroadShare }: Numbers): string => {
  if (used.length > 0 && random.chance(0.12)) return random.pick(used);
  if (random.chance(abroadShare)) return `${random.pick(ABROAD)}${String(200 + at)}${random.weighted(endings)}`;
  return `+1415${String(200 + at)}${random.weighted(endings)}`;
};

export const planContacts = (
  random: Random,
  count: number,
  endings: Record<string, number>,
  abroadShare: number,
): ContactPlan[] => {
  const used: string[] = [];
  const zoneShare = random.pick([0, 0, 0.1, 0.5]);
  return Array.from({ length: count }, (_, at) => {
    const phone = random.chance(0.04) ? null : phoneFor(random, at, used, { endings, abroadShare });
    if (phone) used.push(phone);
    return { phone, timezone: random.chance(zoneShare) ? random.pick(ZONES) : null, doNotCall: random.chance(0.05) };
  });
};

export const planCampaign = (random: Random, contacts: number, startsAt: number, leastShare: number): CampaignPlan => {
  const share = random.between(leastShare, 1);
  return {
    account: 0,
    contacts: Array.from({ length: contacts }, (_, at) => at).filter(() => random.chance(share)),
    maxConcurrentCalls: random.integer(1, 5),
    maxAttempts: random.integer(1, 3),
    retryDelayMinutes: random.pick([0, 0, 1, 5, 30, 90]),
    retryOnVoicemail: random.chance(0.4),
    window: planWindow(random, startsAt),
    scheduledStartMinutes: random.chance(0.25) ? random.integer(-5, 60) : null,
    maxCalls: random.chance(0.25) ? random.integer(1, 8) : null,
    runsAfterMs: random.between(0, 5000),
    runsTwice: random.chance(0.5),
    isFinished: random.chance(0.9),
  };
};
