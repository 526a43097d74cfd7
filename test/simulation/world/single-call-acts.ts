import { SECOND_MS } from '#shared/domain/time.ts';
import type { CallOrder } from '#test/simulation/outside/facts.ts';
import type { People } from '#test/simulation/outside/people.ts';
import type { ActionKind, ActionPlan } from '#test/simulation/plan/action-plan.ts';
import { aheadMsOf } from '#test/simulation/plan/single-calls-plan.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { Act } from './actions.ts';
import { contactOf, phoneOf } from './chosen-contacts.ts';
import { wait } from './wait.ts';
import type { World } from './world.ts';

/** A client repeats a command that was not answered, or refused for the moment, this often. */
const TRIES = 3;
const AT_ONCE_MAX = 10;
const CANCELS_MAX = 3;

/** Of numbers of nobody: some are limited by the carrier, or told of out of order. */
const ENDINGS = ['0001', '0002', '0003', '0008', '0009', '0009'];

/** Whom an order names: somebody of the lists, the number of one, or a number that no contact has. */
const calleeOf = (world: World, plan: ActionPlan): Pick<CallOrder, 'contactId' | 'toNumber'> => {
  const { random } = world;
  const chance = random.unit();
  if (chance < 0.25) return { toNumber: `+1650555${random.pick(ENDINGS)}` };
  const own = world.scenario.contacts.map(({ phone }) => phone);
  const marked = world.checker.facts.all.filter(
    ({ kind, subject }) => kind === 'doNotCallNumber' && own.includes(subject),
  );
  if (chance < 0.35 && marked.length > 0) return { toNumber: random.pick(marked).subject };
  const contactId = contactOf(world, plan);
  const phone = random.chance(0.4) ? phoneOf(world, contactId) : null;
  return phone === null ? { contactId } : { toNumber: phone };
};

const orderOf = (world: World, plan: ActionPlan): Omit<CallOrder, 'accountId'> => {
  const { random, teams } = world;
  const numberIds = teams[0]?.numberIds ?? [];
  return { ...calleeOf(world, plan), ...(random.chance(0.4) && { fromNumberId: random.pick(numberIds) }) };
};

/** The checker knows an order by its name, which the call keeps. */
const nameOf = ({ services }: World): string => services.newId('order');

type Ordering = (order: Omit<CallOrder, 'accountId'>) => Promise<unknown>;

/** A client under an Idempotency-Key repeats what was not answered, sometimes before the answer. */
const orderingOf = (world: World, people: People): Ordering => {
  const { random } = world;
  const name = nameOf(world);
  if (random.chance(0.4)) return (order) => people.orderCall(name, order);
  return async (order) => {
    const impatient = random.chance(0.3) ? people.orderCall(name, order, name) : undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      const { ending } = await people.orderCall(name, order, name);
      if (ending === 'done' && random.chance(0.7)) break;
      await wait(world, random.between(5, 2 * SECOND_MS));
    }
    await impatient;
  };
};

const orderCall: Act = (world, people, plan) => orderingOf(world, people)(orderOf(world, plan));

/** Several call the same number in the same moment. */
const orderCallsAtOnce: Act = (world, people, plan) => {
  const order = orderOf(world, plan);
  const count = world.random.integer(2, AT_ONCE_MAX);
  return Promise.all(Array.from({ length: count }, () => orderingOf(world, people)(order)));
};

const scheduleCall: Act = (world, people, plan) => {
  const scheduledAt = new Date(Math.floor(world.kernel.now + aheadMsOf(world.random))).toISOString();
  return orderingOf(world, people)({ ...orderOf(world, plan), scheduledAt });
};

const isOpen = ({ status }: Item): boolean => status !== 'ended' && status !== 'cancelled' && status !== 'not_dialed';

/** Mostly one whose dial is on its way, else one that is not over. */
const callToCancel = (world: World, { choice }: ActionPlan): Item | undefined => {
  const { table, accountId } = world.checked;
  const calls = [...table.all()].filter(
    ({ sk, account_id, direction }) => sk === 'CALL' && account_id === accountId && direction === 'outbound',
  );
  const open = calls.filter(isOpen);
  const dialing = open.filter(({ status }) => status === 'dialing');
  const among = [dialing, open].find((some) => some.length > 0 && world.random.chance(0.8)) ?? calls;
  return among[Math.floor(choice * among.length)];
};

/** Somebody in a hurry presses more than once. */
const cancelCall: Act = async (world, people, plan) => {
  const { random } = world;
  const call = callToCancel(world, plan);
  if (!call) return;
  const count = random.chance(0.7) ? 1 : random.integer(2, CANCELS_MAX);
  await Promise.all(Array.from({ length: count }, () => people.cancelCall(String(call.id))));
};

export const SINGLE_CALL_ACTS = {
  orderCall,
  orderCallsAtOnce,
  scheduleCall,
  cancelCall,
} satisfies Partial<Record<ActionKind, Act>>;
