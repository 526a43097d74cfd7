import { DAY_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { accountIn, dialingIn, enrolmentsIn } from '#test/simulation/checks/records.ts';
import type { People } from '#test/simulation/outside/people.ts';
import {
  type ActionKind,
  type ActionPlan,
  callsPerDayOf,
  callsPerNumberOf,
  countriesOf,
  OPEN_CHOICE_MIN,
  STRICTEST_CHOICE_MAX,
} from '#test/simulation/plan/action-plan.ts';
import { planClosedWindow, planWindow } from '#test/simulation/plan/campaign-plan.ts';
import { spendPerDayOf } from '#test/simulation/plan/charges-plan.ts';
import { awaitedContacts, callsAwaitingDial, contactOf, phoneOf } from './chosen-contacts.ts';
import { ERASING_ACTS } from './erasing.ts';
import { redialAmidOthers, redialDuringCalls } from './redialling.ts';
import { SINGLE_CALL_ACTS } from './single-call-acts.ts';
import { wait } from './wait.ts';
import type { World } from './world.ts';

/** How often people look after a campaign that may wait for them, once faults have stopped. */
const LOOK_AFTER_MS = 10 * MINUTE_MS;
const WEEKS_MS = 14 * DAY_MS;
/** A client tries its first run this often when it gets no answer. */
const RUN_TRIES = 3;
/** A client retries when the campaign still runs or no answer comes. */
const DELETE_TRIES = 4;

export type Act = (world: World, people: People, plan: ActionPlan) => Promise<unknown>;

const campaignOf = ({ campaignIds }: World, plan: ActionPlan): string => campaignIds[plan.campaign] as string;

const changePhoneOf = async (world: World, people: People, contactId: string): Promise<void> => {
  // The checker knows the numbers of the first contacts alone.
  if (world.checked.facts.of('phone', contactId).length === 0) return;
  await people.changePhone(contactId, `+1707${world.random.integer(100, 999)}${world.random.pick(['0001', '0002'])}`);
};

const changePhone: Act = (world, people, plan) => {
  const among = awaitedContacts(world);
  return changePhoneOf(world, people, among[Math.floor(plan.choice * among.length)] ?? contactOf(world, plan));
};

/** Somebody changes their number, and right after wants no more calls. */
const changePhoneThenDoNotCall: Act = async (world, people, plan) => {
  const contactId = contactOf(world, plan);
  await changePhoneOf(world, people, contactId);
  await people.markDoNotCall(contactId, null);
};

/**
 * A number that a call is about to be dialled from, because any other release is seen when the next dial is planned.
 * None that takes inbound calls; with the first one left, every campaign keeps a number.
 */
const releaseNumber: Act = async (world, people, { choice }) => {
  const [, ...others] = world.teams[0]?.numberIds ?? [];
  const awaited = callsAwaitingDial(world).map(({ from_number_id }) => from_number_id as string);
  const among = others.filter((id) => awaited.includes(id));
  const numberId = among[Math.floor(choice * among.length)];
  if (numberId) await people.releaseNumber(numberId);
};

const newContacts: Act = async (world, people, plan) => {
  const added: string[] = [];
  for (let count = 0; count < 1 + Math.floor(plan.choice * 3); count++) {
    const phone = world.random.chance(0.3)
      ? phoneOf(world, contactOf(world, plan))
      : `+1628${world.random.integer(100, 999)}${world.random.pick(['0001', '0002', '0003'])}`;
    const answer = await people.createContact({ phone, timezone: null, doNotCall: false });
    if (answer.ending !== 'done') continue;
    const { id } = (answer.body as { contact: { id: string } }).contact;
    world.contactIds.push(id);
    added.push(id);
  }
  if (added.length > 0) await people.addContacts(campaignOf(world, plan), added);
};

/** Somebody adds one of the world's contacts and clicks twice; mostly the campaign has it already. */
const sameContact: Act = (world, people, plan) => {
  const contactId = contactOf(world, plan);
  const add = () => people.addContacts(campaignOf(world, plan), [contactId]);
  return Promise.all([add(), add()]);
};

/** Deletes a campaign as it is, or pauses or cancels it first, sometimes without waiting for that. */
const deleteCampaign: Act = async (world, people, plan) => {
  const { random } = world;
  const campaignId = campaignOf(world, plan);
  const stop = random.pick([null, people.pause, people.cancel, people.pause]);
  const stopping = stop?.(campaignId);
  await (random.chance(0.2) ? stopping : wait(world, random.between(0, 60)));
  // Somebody else starts it at the same moment.
  const starting = random.chance(0.3) ? people[random.pick(['resume', 'run'] as const)](campaignId, null) : undefined;
  for (let tries = 0; tries < DELETE_TRIES; tries++) {
    const { ending } = await people.deleteCampaign(campaignId);
    if (ending === 'done') break;
    await wait(world, random.between(5, 200));
  }
  await Promise.all([stopping, starting]);
};

const ACTS: Record<ActionKind, Act> = {
  pause: (world, people, plan) => people.pause(campaignOf(world, plan)),
  resume: (world, people, plan) => people.resume(campaignOf(world, plan)),
  cancel: (world, people, plan) => people.cancel(campaignOf(world, plan)),
  run: (world, people, plan) => {
    const run = () => people.run(campaignOf(world, plan), null);
    // Impatient people click twice.
    return plan.choice < 0.6 ? Promise.all([run(), run()]) : run();
  },
  runCapped: (world, people, plan) => people.run(campaignOf(world, plan), 1 + Math.floor(plan.choice * 6)),
  doNotCall: (world, people, plan) => {
    const contactId = contactOf(world, plan);
    // A change that is under way decides which number is meant.
    const isChanged = world.checked.facts.of('phone', contactId).length > 1;
    return people.markDoNotCall(contactId, isChanged ? null : phoneOf(world, contactId));
  },
  doNotCallNumber: async (world, people, plan) => {
    const phone = phoneOf(world, contactOf(world, plan));
    if (phone) await people.createContact({ phone, timezone: null, doNotCall: true });
  },
  deleteContact: (world, people, plan) => people.deleteContact(contactOf(world, plan)),
  addContacts: newContacts,
  addSameContact: sameContact,
  removeContact: (world, people, plan) => people.removeContact(campaignOf(world, plan), contactOf(world, plan)),
  changeConcurrency: (world, people, plan) =>
    people.changeLimit(campaignOf(world, plan), Math.max(1, Math.floor(plan.choice * 12) - 6)),
  changeWindow: (world, people, plan) => {
    const { random, kernel } = world;
    const isStrict = plan.choice <= STRICTEST_CHOICE_MAX;
    const window = isStrict ? planClosedWindow(random, kernel.now) : planWindow(random, kernel.now);
    return people.changeWindow(campaignOf(world, plan), plan.choice >= OPEN_CHOICE_MIN ? null : window);
  },
  changeCountries: (_, people, { choice }) => people.changeCountries(countriesOf(choice)),
  changeCallsPerDay: (_, people, { choice }) => people.changeCallsPerDay(callsPerDayOf(choice)),
  changeCallsPerNumber: (_, people, { choice }) => people.changeCallsPerNumber(callsPerNumberOf(choice)),
  changeSpendPerDay: (_, people, { choice }) => people.changeSpendPerDay(spendPerDayOf(choice)),
  redial: (world, people, plan) => people.redial(campaignOf(world, plan)),
  redialAmidOthers: (world, people, plan) => redialAmidOthers(world, people, campaignOf(world, plan), wait),
  redialDuringCalls: (world, people, plan) => redialDuringCalls(world, people, campaignOf(world, plan), wait),
  ...SINGLE_CALL_ACTS,
  ...ERASING_ACTS,
  deleteCampaign,
  changePhone,
  changePhoneThenDoNotCall,
  releaseNumber,
  stopCalls: async (world, people, plan) => {
    // Who is in a hurry presses twice.
    await (plan.choice < 0.5 ? Promise.all([people.stopCalls(), people.stopCalls()]) : people.stopCalls());
    world.kernel.after(plan.choice * 10 * MINUTE_MS, () => {
      perform(world, () => people.resumeCalls());
      return true;
    });
  },
};

export const perform = (world: World, act: () => Promise<unknown>): void => {
  world.busyRequests += 1;
  act().finally(() => {
    world.busyRequests -= 1;
  });
};

/** Runs the campaign, and retries when there is no answer. */
const runAtFirst = async (world: World, people: People, campaignId: string, maxCalls: number | null): Promise<void> => {
  for (let tries = 0; tries < RUN_TRIES; tries++) {
    if (world.control(campaignId).status !== 'draft') return;
    const { ending } = await people.run(campaignId, maxCalls);
    if (ending === 'done') return;
  }
};

/** People let a campaign go on that was halted for a fault, some time after they see it. */
const letGoOn = async (world: World, everybody: People[]): Promise<void> => {
  for (const [at, campaignId] of world.campaignIds.entries()) {
    const plan = world.scenario.campaigns[at];
    if (!plan?.isFinished) continue;
    const { status, paused_reason: reason, deleted_at: deletedAt } = world.control(campaignId);
    const isHalted = status === 'paused' && !deletedAt && /does not accept|calls failed/.test(String(reason));
    if (isHalted) await everybody[plan.account]?.resume(campaignId);
  }
};

/** Hours and a contact's time zone may have an hour in common only after the next change of clocks. */
const waitsForWeeks = (world: World, campaignId: string): boolean => {
  const next = enrolmentsIn(world.checked.table, campaignId).flatMap(({ status, next_attempt_at: at }) =>
    at || status === 'dialing' || status === 'in_progress' ? [Date.parse(String(at ?? 0))] : [],
  );
  return next.length > 0 && Math.min(...next) > world.kernel.now + WEEKS_MS;
};

/** People make sure, once faults have stopped, that no campaign they want finished waits for them. */
const seeThrough = async (world: World, everybody: People[]): Promise<void> => {
  const account = accountIn(world.services.store.memory, world.checked.accountId);
  if (account?.calls_stopped_at) await everybody[0]?.resumeCalls();
  const dialing = dialingIn(world.services.store.memory, world.checked.accountId);
  const spendPerDay = dialing?.max_spend_per_day_usd ?? null;
  if (spendPerDay !== null && spendPerDay !== world.scenario.bounds.spendPerDay)
    await everybody[0]?.changeSpendPerDay(null);
  for (const [at, campaignId] of world.campaignIds.entries()) {
    const plan = world.scenario.campaigns[at];
    const people = everybody[plan?.account ?? 0];
    if (!plan?.isFinished || !people) continue;
    const { status, deleted_at: deletedAt } = world.control(campaignId);
    if (deletedAt) continue;
    if (status === 'paused') await people.resume(campaignId);
    if (status === 'draft') await people.run(campaignId, null);
    if (status === 'running' && waitsForWeeks(world, campaignId)) await people.cancel(campaignId);
  }
};

const planOne = (world: World, people: People, plan: ActionPlan): void => {
  world.at(plan.when, () => perform(world, () => ACTS[plan.kind](world, people, plan)));
};

/** Plays everything that people do in a world. */
export const runActions = (world: World, everybody: People[]): void => {
  const { kernel, scenario, campaignIds } = world;
  const ofAccount = (account: number): People => everybody[account] as People;
  for (const [at, plan] of scenario.campaigns.entries()) {
    if (plan.scheduledStartMinutes !== null) continue;
    const run = (): boolean => {
      perform(world, () => runAtFirst(world, ofAccount(plan.account), campaignIds[at] as string, plan.maxCalls));
      return true;
    };
    kernel.after(plan.runsAfterMs, run);
    if (plan.runsTwice) kernel.after(plan.runsAfterMs + kernel.random.between(0, 60), run);
  }
  for (const plan of scenario.actions) planOne(world, ofAccount(0), plan);
  const lookAfterFaults = (): boolean => {
    if (!world.faults.active) return false;
    perform(world, () => letGoOn(world, everybody));
    kernel.after(kernel.random.between(MINUTE_MS, 2 * LOOK_AFTER_MS), lookAfterFaults);
    return true;
  };
  kernel.after(kernel.random.between(MINUTE_MS, LOOK_AFTER_MS), lookAfterFaults);
  const look = (): boolean => {
    perform(world, () => seeThrough(world, everybody));
    kernel.after(LOOK_AFTER_MS, look);
    return true;
  };
  kernel.after(scenario.faultsMs + MINUTE_MS, look);
};
