import { keys } from '#shared/store/keys.ts';
import type { Key } from '#shared/store/table/table.ts';
import type { People } from '#test/simulation/outside/people.ts';
import { perform } from './actions.ts';
import type { World } from './world.ts';

/** Each kind of interference happens this often in a world at most. */
const TIMES_MAX = 4;

const OPEN = ['pending', 'queued', 'retry_scheduled', 'dialing', 'in_progress'];

const campaignOf = ({ pk }: Key): string => pk.slice('CAMPAIGN#'.length);

/**
 * People who act right after a step of a campaign has read what it decides by: contacts are added when it is about to
 * complete, and it is run anew while a claim that was given back is settled once more.
 */
export const interference = (world: World, people: People): ((read: Key[]) => void) => {
  const { memory } = world.services.store;
  const left = { add: TIMES_MAX, run: TIMES_MAX };
  const act = (kind: keyof typeof left, what: () => Promise<unknown>): void => {
    if (left[kind] === 0) return;
    left[kind] -= 1;
    world.kernel.after(0, () => {
      perform(world, what);
      return true;
    });
  };

  const addLate = (counts: Key): void => {
    const campaignId = campaignOf(counts);
    const item = memory.peek(counts);
    if (world.control(campaignId).status !== 'running' || OPEN.some((status) => item?.[status] !== 0)) return;
    const outside = world.contactIds.find((id) => !memory.peek(keys.enrolment(campaignId, id)));
    if (outside !== undefined) act('add', () => people.addContacts(campaignId, [outside]));
  };

  const runAnew = (key: Key): void => {
    const call = world.checked.table.peek(key);
    if (call?.status !== 'not_dialed' || typeof call.campaign_id !== 'string') return;
    const campaignId = call.campaign_id;
    const dueAt = memory.peek(keys.enrolment(campaignId, String(call.contact_id)))?.next_attempt_at;
    const isDue = typeof dueAt === 'string' && Date.parse(dueAt) <= world.kernel.now;
    if (isDue) act('run', () => people.run(campaignId, null));
  };

  return (read) => {
    for (const key of read) {
      if (key.sk === 'COUNTS') addLate(key);
      else if (key.sk === 'CALL') runAnew(key);
    }
  };
};
