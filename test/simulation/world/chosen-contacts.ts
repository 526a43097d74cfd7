import { callIn, contactIn, slotsIn } from '#test/simulation/checks/records.ts';
import type { ActionPlan } from '#test/simulation/plan/action-plan.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { World } from './world.ts';

/** Calls of the first account whose dial waits for its turn. */
export const callsAwaitingDial = (world: World): Item[] => {
  const { table } = world.checked;
  const ofCampaigns = world.campaignIds
    .flatMap((id) => slotsIn(table, id))
    .flatMap(({ call_id }) => callIn(table, call_id) ?? []);
  return [...ofCampaigns, ...world.checks.single.calls.open()].filter(({ status }) => status === 'queued');
};

/** Contacts whom the actions may be about, of those who wait for their dials. */
export const awaitedContacts = (world: World): string[] =>
  callsAwaitingDial(world)
    .map(({ contact_id }) => contact_id as string)
    .filter((id) => world.contactIds.includes(id));

/** Mostly somebody who is being called just now, since it matters most then. */
export const contactOf = (world: World, { choice, when, isOfAwaited }: ActionPlan): string => {
  if ('contactReads' in when && world.contactRead !== undefined) return world.contactRead;
  const awaited = isOfAwaited ? awaitedContacts(world) : [];
  if (awaited.length > 0) return awaited[Math.floor(choice * awaited.length)] as string;
  const called = world.contactsInCalls().filter((id) => world.contactIds.includes(id));
  const among = called.length > 0 && world.random.chance(0.7) ? called : world.contactIds;
  return among[Math.floor(choice * among.length)] as string;
};

export const phoneOf = (world: World, contactId: string): string | null =>
  (contactIn(world.services.store.memory, contactId)?.phone as string | null) ?? null;
