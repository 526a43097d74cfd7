import { SECOND_MS } from '#shared/domain/time.ts';
import type { People } from '#test/simulation/outside/people.ts';
import type { ActionKind } from '#test/simulation/plan/action-plan.ts';
import type { Act } from './actions.ts';
import { contactOf } from './chosen-contacts.ts';
import { wait } from './wait.ts';
import type { World } from './world.ts';

/** Whoever is told that the person is on a call, or nothing at all, tries again for some minutes. */
const TRIES = 12;
const TRIED_AGAIN_WITHIN_MS = 60 * SECOND_MS;
/** People who delete a contact before they learn that it can be erased. */
const DELETED_SHARE = 0.15;

const erase = async (world: World, people: People, contactId: string): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const { ending } = await people.eraseContact(contactId);
    if (ending === 'done') return;
    await wait(world, world.random.between(0, TRIED_AGAIN_WITHIN_MS));
  }
};

const eraseContact: Act = async (world, people, plan) => {
  const contactId = contactOf(world, plan);
  if (world.random.chance(DELETED_SHARE)) await people.deleteContact(contactId);
  await erase(world, people, contactId);
};

const eraseContactTwice: Act = (world, people, plan) => {
  const contactId = contactOf(world, plan);
  return Promise.all([erase(world, people, contactId), erase(world, people, contactId)]);
};

/** Whoever deletes a contact that was not to be called may list its number, and take it off the list then. */
const liftByList = async (people: People, contactId: string, phone: string): Promise<void> => {
  await people.markDoNotCall(contactId, null);
  await people.deleteContact(contactId);
  await people.addSuppression(phone);
  await people.removeSuppression(phone);
};

/** Somebody enters a person anew who was erased, takes back whatever can be taken back, and wants them called. */
const reopenErased: Act = async (world, people, { campaign, choice }) => {
  const phones = world.checks.erasures.people.phones();
  const phone = phones[Math.floor(choice * phones.length)];
  const campaignId = world.campaignIds[campaign];
  if (phone === undefined || campaignId === undefined) return;
  const answer = await people.createContact({ phone, timezone: null, doNotCall: world.random.chance(0.5) });
  if (answer.ending !== 'done') return;
  const { id } = (answer.body as { contact: { id: string } }).contact;
  world.contactIds.push(id);
  if (world.random.chance(0.3)) await liftByList(people, id, phone);
  else await people.liftDoNotCall(id);
  await people.addContacts(campaignId, [id]);
};

export const ERASING_ACTS = { eraseContact, eraseContactTwice, reopenErased } satisfies Partial<
  Record<ActionKind, Act>
>;
