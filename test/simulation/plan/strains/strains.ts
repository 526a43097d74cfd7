import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { FaultCounts } from '#test/simulation/kernel/faults.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { CALM, UNHINDERED } from '#test/simulation/plan/calm.ts';
import { type CampaignPlan, ENDINGS, planContacts } from '#test/simulation/plan/campaign-plan.ts';
import { stopsAtChecks } from '#test/simulation/plan/episodes.ts';
import type { Scenario } from '#test/simulation/plan/scenario.ts';
import { asBounds } from './bounds-strain.ts';
import { asRedials } from './redials-strain.ts';
import { asStops } from './stops-strain.ts';

/**
 * What some worlds suffer from above all, because by chance it comes together too rarely. `overload`: functions are slow
 * and frozen again and again. `silence`: at first the carrier cannot tell of calls that it was slow to confirm.
 * `mailboxes`: machines answer, are to be called again, and are detected long after they hung up. `rivalry`: nothing
 * goes wrong, and several long lists want the few calls of one account. `numberless`: nothing goes wrong, and more
 * contacts without a number than one step examines come before those that have one. `slowness`: a dial's last
 * check and the dial itself take long, while people stop dials right after that check and refused calls are placed.
 * `stops`: nothing goes wrong, and people stop dials that wait for their turn. `redials`: nothing goes wrong, and a
 * list is redialled slowly while its calls are on. `bounds`: campaigns of one account share a bound of the day.
 */
export type Strain =
  | 'none'
  | 'bounds'
  | 'redials'
  | 'stops'
  | 'numberless'
  | 'slowness'
  | 'overload'
  | 'silence'
  | 'mailboxes'
  | 'rivalry';

const WEIGHTS: Record<Strain, number> = {
  none: 40,
  bounds: 5,
  stops: 3,
  redials: 6,
  numberless: 2,
  slowness: 4,
  overload: 14,
  silence: 12,
  mailboxes: 8,
  rivalry: 6,
};

export const planStrain = (random: Random): Strain => random.weighted(WEIGHTS);

/** Shares of faults in the world. */
export const STRAINED_RATES: Record<Strain, Partial<FaultCounts>> = {
  none: {},
  bounds: { dialTimedOutPlaced: 0.3, dialRateLimited: 0.1 },
  redials: {},
  stops: {},
  numberless: {},
  slowness: { dialReplySlow: 0.6, dialCheckSlow: 0.15, dialRefusedPlaced: 0.25 },
  overload: { overloaded: 0.5, thawed: 1 },
  silence: { dialTimedOutPlaced: 0.6, listLags: 0.8, eventLost: 0.2 },
  mailboxes: { detectionLate: 0.8, eventDelayed: 0.3 },
  rivalry: {},
};

const SILENT_MINUTES = { least: 3, most: 6 };
const MAILBOX_ENDING = '0004';
const MAILBOX_SHARE = 0.7;
/** Short lists called at once, so that a campaign often completes while a detection is on its way. */
const MAILBOX_CAMPAIGN_MAX = 2;
const MAILBOX_ATTEMPTS = 3;
const MAILBOX_FAULTS_MS = 3 * HOUR_MS;

const RIVALS_MIN = 2;
/** Calls that the rivals share. */
const RIVALS_CALLS = 2;

/** More than a run and the step after it examine for a single call. */
const CONTACTS_WITHOUT_NUMBER = 900;
const CONTACTS_WITH_NUMBER = 5;

/** Much is dialled at once, so that many dials are in the air whenever somebody stops them. */
const SLOW_CONTACTS = 30;
const SLOW_CALLS = 6;
const SLOW_ATTEMPTS = 3;

const asSilent = (random: Random, scenario: Scenario): Scenario => {
  const from = scenario.startsAt + random.between(0, 20) * SECOND_MS;
  const to = from + random.between(SILENT_MINUTES.least, SILENT_MINUTES.most) * MINUTE_MS;
  return { ...scenario, webhookOutages: [...scenario.webhookOutages, { from, to }] };
};

const asMailboxes = (random: Random, scenario: Scenario): Scenario => ({
  ...scenario,
  faultsMs: MAILBOX_FAULTS_MS,
  intensity: Math.max(0.5, scenario.intensity),
  actions: [],
  contacts: scenario.contacts.map((contact) => ({
    ...contact,
    phone: contact.phone && random.chance(MAILBOX_SHARE) ? contact.phone.slice(0, -4) + MAILBOX_ENDING : contact.phone,
  })),
  campaigns: scenario.campaigns.map((campaign) => ({
    ...campaign,
    contacts: campaign.contacts.slice(0, random.integer(1, MAILBOX_CAMPAIGN_MAX)),
    maxAttempts: MAILBOX_ATTEMPTS,
    retryDelayMinutes: 0,
    retryOnVoicemail: true,
    ...UNHINDERED,
  })),
});

const asRivals = (random: Random, scenario: Scenario): Scenario => {
  const first = scenario.campaigns.filter(({ account }) => account === 0);
  const others = scenario.campaigns.filter(({ account }) => account !== 0);
  const rivals = Array.from({ length: Math.max(RIVALS_MIN, first.length) }, (_, at) => ({
    ...(first[at % first.length] as (typeof first)[number]),
    contacts: scenario.contacts.map((__, contact) => contact),
    runsAfterMs: random.between(0, 10) * SECOND_MS,
    ...UNHINDERED,
  }));
  return {
    ...scenario,
    ...CALM,
    maxConcurrentCallsPerAccount: RIVALS_CALLS,
    campaigns: [...rivals, ...others],
  };
};

const asNumberless = (_: Random, scenario: Scenario): Scenario => {
  const withNumber = scenario.contacts.filter(({ phone }) => phone).slice(0, CONTACTS_WITH_NUMBER);
  const without = Array.from({ length: CONTACTS_WITHOUT_NUMBER }, () => ({
    phone: null,
    timezone: null,
    doNotCall: false,
  }));
  const contacts = [...without, ...withNumber];
  const [first, ...others] = scenario.campaigns as [CampaignPlan, ...CampaignPlan[]];
  return {
    ...scenario,
    ...CALM,
    webhook: null,
    contacts,
    campaigns: [
      {
        ...first,
        contacts: contacts.map((__, at) => at),
        maxConcurrentCalls: 1,
        runsTwice: false,
        ...UNHINDERED,
      },
      ...others.filter(({ account }) => account !== 0),
    ],
  };
};

const asSlow = (random: Random, scenario: Scenario): Scenario => {
  const contacts = planContacts(random, SLOW_CONTACTS, ENDINGS, 0);
  const [first] = scenario.campaigns as [CampaignPlan];
  return {
    ...scenario,
    intensity: Math.max(0.5, scenario.intensity),
    maxConcurrentCallsPerAccount: 100,
    maxDialsPerSecond: 30,
    connection: { dialsPerSecond: 30, concurrentCalls: null },
    shortages: [],
    neighbours: [],
    contacts,
    actions: stopsAtChecks(random, contacts.length),
    campaigns: [
      {
        ...first,
        ...UNHINDERED,
        contacts: contacts.map((_, at) => at),
        maxConcurrentCalls: SLOW_CALLS,
        maxAttempts: SLOW_ATTEMPTS,
        retryDelayMinutes: 0,
      },
    ],
  };
};

const unstrained = (_: Random, scenario: Scenario): Scenario => scenario;

const SHAPES: Record<Strain, (random: Random, scenario: Scenario) => Scenario> = {
  none: unstrained,
  bounds: asBounds,
  redials: asRedials,
  stops: asStops,
  overload: unstrained,
  silence: asSilent,
  mailboxes: asMailboxes,
  slowness: asSlow,
  numberless: asNumberless,
  rivalry: asRivals,
};

/** The world under its strain. */
export const strained = (random: Random, scenario: Scenario): Scenario => SHAPES[scenario.strain](random, scenario);
