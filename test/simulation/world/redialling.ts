import type { People } from '#test/simulation/outside/people.ts';
import type { World } from './world.ts';

/** What somebody else wants of a campaign while its redial is carried out. */
const MEANWHILE = [
  'nothing',
  'run',
  'run',
  'run',
  'run',
  'run',
  'redial',
  'redialAfterRun',
  'cancel',
  'delete',
  'remove',
  'add',
] as const;

/** Long enough for the first steps, mostly too short for the last. */
const MEANWHILE_MAX_MS = 10_000;
/** Before the engine's first step, if the request left everybody to it. */
const AT_ONCE_MS = 80;
/** Long enough for calls to end. */
const CALLS_END_MS = 40_000;

type Wait = (world: World, milliseconds: number) => Promise<void>;

const meddle = async (world: World, people: People, campaignId: string, wait: Wait): Promise<void> => {
  const { random, contactIds } = world;
  switch (random.pick(MEANWHILE)) {
    case 'run':
      await people.run(campaignId, random.chance(0.3) ? random.integer(1, 8) : null);
      return;
    case 'redial':
      await people.redial(campaignId);
      return;
    case 'redialAfterRun':
      await people.run(campaignId, null);
      await wait(world, random.between(0, CALLS_END_MS));
      await people.pause(campaignId);
      await people.redial(campaignId);
      return;
    case 'cancel':
      await people.cancel(campaignId);
      if (random.chance(0.7)) await people.redial(campaignId);
      return;
    case 'delete':
      if (random.chance(0.3)) await people.deleteCampaign(campaignId);
      return;
    case 'remove':
      await people.removeContact(campaignId, random.pick(contactIds));
      await people.redial(campaignId);
      return;
    case 'add':
      await people.addContacts(campaignId, [random.pick(contactIds)]);
      return;
    default:
  }
};

/** Between the intent and the first step, when nobody is pending yet. */
const INTENT_WRITTEN_MS = 60;

/** Somebody runs a campaign whose contacts have all ended, as soon as its redial is written. */
const runBeforeTheFirstStep = async (
  { world, people, campaignId }: { world: World; people: People; campaignId: string },
  wait: Wait,
): Promise<unknown> => {
  await people.cancel(campaignId);
  await wait(world, CALLS_END_MS);
  const redial = people.redial(campaignId);
  await wait(world, world.random.between(0, INTENT_WRITTEN_MS));
  return Promise.all([redial, people.run(campaignId, null)]);
};

/** Somebody stops a campaign and redials it, and others meddle while that is carried out. */
export const redialAmidOthers = async (
  world: World,
  people: People,
  campaignId: string,
  wait: Wait,
): Promise<unknown> => {
  const { random } = world;
  if (random.chance(0.4)) return runBeforeTheFirstStep({ world, people, campaignId }, wait);
  await people[random.pick(['cancel', 'cancel', 'cancel', 'pause'] as const)](campaignId);
  // Then nobody waits any more, and nobody is on a call.
  if (random.chance(0.4)) await wait(world, CALLS_END_MS);
  const redial = people.redial(campaignId);
  await wait(world, random.between(0, random.chance(0.6) ? AT_ONCE_MS : MEANWHILE_MAX_MS));
  return Promise.all([redial, meddle(world, people, campaignId, wait)]);
};

/** Calls have begun by then, and most are still on. */
const CALLS_BEGIN_MS = 20_000;
/** No redial of a list is done by then that is carried out in portions. */
const REDIAL_BEGUN_MS = 10_000;

/** Somebody runs a campaign, and pauses and redials it while its calls are on; others may cancel it amid the redial. */
export const redialDuringCalls = async (
  world: World,
  people: People,
  campaignId: string,
  wait: Wait,
): Promise<unknown> => {
  const { random } = world;
  await people.run(campaignId, null);
  await wait(world, random.between(0, CALLS_BEGIN_MS));
  await people.pause(campaignId);
  await people.redial(campaignId);
  await wait(world, random.between(0, REDIAL_BEGUN_MS));
  if (random.chance(0.4)) await people.cancel(campaignId);
  return undefined;
};
