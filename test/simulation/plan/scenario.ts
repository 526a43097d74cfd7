import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import type { PortionLimits } from '#shared/ports/portion-limits.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { planEpisode } from './episodes.ts';
import { type InboundPlan, planInbound } from './inbound-plan.ts';
import {
  type ConnectionPlan,
  type NeighbourPlan,
  planConnection,
  planNeighbours,
  planShortages,
  type Shortage,
} from './neighbours.ts';
import { type AccountFault, planAccountFaults, planFailures } from './refusal-plan.ts';
import { planStrain, type Strain, strained } from './strains.ts';
import { planWebhook, type WebhookPlan } from './webhook-plan.ts';

const SKEW_MS = 2000;
/** The clocks' error in the few worlds where nobody sets them. */
const LARGE_SKEW_MS = 15_000;
const LARGE_SKEW_SHARE = 0.05;

/** Instants at which clocks are changed. */
const CLOCK_CHANGES = [
  '2026-03-29T01:00:00Z', // Europe/Berlin, forwards
  '2026-10-25T01:00:00Z', // Europe/Berlin, back
  '2026-03-08T07:00:00Z', // America/New_York, forwards
  '2026-11-01T06:00:00Z', // America/New_York, back
];
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

const ACTION_KINDS = [
  'pause',
  'resume',
  'cancel',
  'run',
  'runCapped',
  'doNotCall',
  'doNotCallNumber',
  'deleteContact',
  'addContacts',
  'addSameContact',
  'removeContact',
  'changeConcurrency',
  'changeWindow',
  'redial',
  'redialAmidOthers',
  'deleteCampaign',
  'stopCalls',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** After this time, or a while after a worker begins for the n-th time. */
export type When =
  | { afterMs: number }
  | {
      worker: 'place-call' | 'advance-campaign' | 'apply-call-event' | 'deliver-webhook';
      times: number;
      thenMs: number;
    }
  /** Right after a worker has read some contact for the n-th time, such as in the last check before a dial. */
  | { contactReads: number };

export interface ActionPlan {
  kind: ActionKind;
  campaign: number;
  when: When;
  /** Chooses contact, limit or window. */
  choice: number;
}

export interface Scenario {
  strain: Strain;
  startsAt: number;
  faultsMs: number;
  intensity: number;
  maxConcurrentCallsPerAccount: number;
  maxDialsPerSecond: number;
  /** Small, so that a redial or cancel takes several steps even here. */
  portions: PortionLimits;
  contacts: ContactPlan[];
  /** Those of the first account, then one of each neighbour. */
  campaigns: CampaignPlan[];
  neighbours: NeighbourPlan[];
  connection: ConnectionPlan;
  shortages: Shortage[];
  actions: ActionPlan[];
  inbound: InboundPlan[];
  webhook: WebhookPlan | null;
  accountFaults: AccountFault[];
  /** When the carrier cannot reach the service. Epoch milliseconds. */
  webhookOutages: { from: number; to: number }[];
  /** How far the clocks of invocations may be wrong. */
  skewMs: number;
}

const time = (minutes: number): string => {
  const at = ((minutes % 1440) + 1440) % 1440;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};

const startOf = (random: Random): number => {
  if (random.chance(0.5)) return Date.parse(random.pick(CLOCK_CHANGES)) - random.between(0, 14) * HOUR_MS;
  return Date.parse('2026-05-01T00:00:00Z') + random.integer(0, 60 * 24) * HOUR_MS + random.between(0, HOUR_MS);
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

/** Enough dials for a verdict on a campaign whose calls fail, and its least share of the contacts. */
const FAILING_SIZE = 40;
const FAILING_SHARE = 0.85;

const ENDINGS: Record<string, number> = {
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
};

const phoneFor = (random: Random, at: number, used: string[], endings: Record<string, number>): string => {
  if (used.length > 0 && random.chance(0.12)) return random.pick(used);
  return `+1415${String(200 + at)}${random.weighted(endings)}`;
};

const planContacts = (random: Random, count: number, endings: Record<string, number>): ContactPlan[] => {
  const used: string[] = [];
  const zoneShare = random.pick([0, 0, 0.1, 0.5]);
  return Array.from({ length: count }, (_, at) => {
    const phone = random.chance(0.04) ? null : phoneFor(random, at, used, endings);
    if (phone) used.push(phone);
    return { phone, timezone: random.chance(zoneShare) ? random.pick(ZONES) : null, doNotCall: random.chance(0.05) };
  });
};

const planCampaign = (random: Random, contacts: number, startsAt: number, leastShare: number): CampaignPlan => {
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

const ACTION_WEIGHTS: Record<ActionKind, number> = {
  pause: 14,
  resume: 14,
  cancel: 3,
  run: 20,
  runCapped: 6,
  doNotCall: 8,
  doNotCallNumber: 6,
  deleteContact: 5,
  addContacts: 8,
  addSameContact: 8,
  removeContact: 4,
  changeConcurrency: 14,
  changeWindow: 8,
  redial: 3,
  redialAmidOthers: 16,
  deleteCampaign: 10,
  stopCalls: 3,
};

/** What must not fall between a dial's last check and the dial. */
const planInterference = (random: Random, campaigns: number, contacts: number): ActionPlan => ({
  kind: random.pick(['deleteContact', 'deleteContact', 'doNotCall', 'pause', 'deleteCampaign']),
  campaign: random.integer(0, campaigns - 1),
  when: { contactReads: random.integer(1, Math.max(2, contacts)) },
  choice: random.unit(),
});

const planWhen = (random: Random, contacts: number): When =>
  random.chance(0.4)
    ? { afterMs: random.pick([10_000, 10 * MINUTE_MS, HOUR_MS]) * random.unit() }
    : {
        worker: random.pick(['place-call', 'advance-campaign'] as const),
        times: random.integer(1, Math.max(2, contacts)),
        thenMs: random.between(0, random.pick([15, 50, 150, 20_000])),
      };

/** Early on a redial concerns most, and so it takes many steps. */
const EARLY_MS = MINUTE_MS;

const planAction = (random: Random, campaigns: number, contacts: number): ActionPlan => {
  const kind = random.weighted(ACTION_WEIGHTS);
  return {
    kind,
    campaign: random.integer(0, campaigns - 1),
    when: kind === 'redialAmidOthers' ? { afterMs: random.between(0, EARLY_MS) } : planWhen(random, contacts),
    choice: random.unit(),
  };
};

/** Longer than an event is repeated; mostly while calls are on. */
const planOutage = (random: Random, startsAt: number, faultsMs: number): Scenario['webhookOutages'][number] => {
  const from = startsAt + random.unit() * random.pick([5 * MINUTE_MS, HOUR_MS, faultsMs]);
  return { from, to: from + random.between(1, 5) * MINUTE_MS };
};

/** Decides everything that is fixed about a world before it begins. */
export const planScenario = (random: Random): Scenario => {
  const startsAt = startOf(random);
  const failures = planFailures(random);
  const size = failures ? FAILING_SIZE : random.chance(0.6) ? random.integer(5, 16) : random.integer(17, 40);
  const campaigns = failures ? 1 : random.pick([1, 1, 1, 2, 2, 3]);
  const faultsMs = random.pick([0.5, 3, 12, 30]) * HOUR_MS;
  const intensity = random.pick([0, 0.5, 1, 1, 2]);
  const scenario = {
    startsAt,
    faultsMs,
    intensity,
    maxConcurrentCallsPerAccount: random.pick([1, 2, 3, 5, 100]),
    maxDialsPerSecond: random.pick([1, 2, 30, 30]),
    portions: {
      contactsPerTransaction: 1 + (size % 3),
      transactionsPerRequest: [0, 0, 1, 2][size % 4] as number,
      // Some are slow enough for calls to end while a redial is carried out.
      ...(size % 2 === 0 ? { transactionEveryMs: 200, stepMs: 600 } : { transactionEveryMs: 4000, stepMs: 5000 }),
    },
    contacts: planContacts(random, size, failures ?? ENDINGS),
    campaigns: Array.from({ length: campaigns }, () =>
      planCampaign(random, size, startsAt, failures ? FAILING_SHARE : 0.4),
    ),
    actions: [
      ...Array.from({ length: random.pick([0, 2, 4, 8, 14]) }, () => planAction(random, campaigns, size)),
      ...Array.from({ length: random.pick([0, 1, 2, 3]) }, () => planInterference(random, campaigns, size)),
    ],
    inbound: planInbound(random, size),
    skewMs: random.chance(LARGE_SKEW_SHARE) ? LARGE_SKEW_MS : SKEW_MS,
    webhook: planWebhook(random, faultsMs, intensity),
    accountFaults: planAccountFaults(random, intensity),
    webhookOutages: Array.from({ length: intensity === 0 ? 0 : random.pick([0, 1, 1, 3]) }, () =>
      planOutage(random, startsAt, faultsMs),
    ),
  };
  const neighbours = planNeighbours(random);
  return strained(random, {
    ...scenario,
    strain: failures ? 'none' : planStrain(random),
    actions: [...scenario.actions, ...planEpisode(random, failures !== null)],
    campaigns: [...scenario.campaigns, ...neighbours.map(({ campaign }) => campaign)],
    neighbours,
    connection: planConnection(random),
    shortages: planShortages(random, intensity),
  });
};
