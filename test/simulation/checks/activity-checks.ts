import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedWorld, Checker } from './checker.ts';
import { accountIn, controlIn, dialingIn } from './records.ts';

/** How often each action on a resource was noted. */
type Noted = (resourceId: unknown, ...actions: string[]) => number;

const notedIn = ({ table }: CheckedWorld): Noted => {
  const times = new Map<string, number>();
  for (const { sk, resource_id, action } of table.all()) {
    if (sk !== 'ACTIVITY') continue;
    const name = `${resource_id} ${action}`;
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  return (resourceId, ...actions) =>
    actions.reduce((sum, action) => sum + (times.get(`${resourceId} ${action}`) ?? 0), 0);
};

/**
 * What people did is noted with its effect, so at every instant each effect has one activity: not less after a crash, and
 * not more after a repetition.
 */
export const checkActivity = (world: CheckedWorld, checker: Checker, at: number): void => {
  const { table, campaignIds } = world;
  const noted = notedIn(world);
  const fail = (what: string): void => checker.report('21 activity', what, at);
  const accounts = new Set<unknown>();
  for (const id of campaignIds) {
    const control = controlIn(table, id) as Item;
    accounts.add(control.account_id);
    const redials = noted(id, 'campaign.redialled');
    if (redials !== control.redials) fail(`campaign ${id} was redialled ${control.redials} times, noted ${redials}`);
    const deletions = noted(id, 'campaign.deleted');
    if (deletions !== (control.deleted_at ? 1 : 0)) fail(`campaign ${id}: its deletion is noted ${deletions} times`);
    const begun = (control.runs as number) - noted(id, 'campaign.run', 'campaign.resumed');
    // Once it begins by itself, as scheduled, which nobody does.
    const byItself = checker.startsByItself(id) ? 1 : 0;
    if (begun < 0 || begun > byItself) fail(`campaign ${id} began ${control.runs} times, ${begun} more than noted`);
  }
  for (const id of accounts) {
    const changes = dialingIn(table, id)?.version ?? 0;
    const settings = noted(id, 'dialing.changed');
    if (settings !== changes) fail(`dialing settings of ${id} changed ${changes} times, noted ${settings}`);
    const stops = noted(id, 'calls.stopped') - noted(id, 'calls.resumed');
    const stoppedAt = accountIn(table, id)?.calls_stopped_at ?? null;
    if (stops !== (stoppedAt === null ? 0 : 1)) fail(`calls of ${id} are stopped since ${stoppedAt}, noted ${stops}`);
  }
  for (const { sk, id, status } of table.all()) {
    if (sk !== 'NUMBER') continue;
    const releases = noted(id, 'phone_number.released');
    if (releases !== (status === 'active' ? 0 : 1))
      fail(`number ${id} is ${status}, its release noted ${releases} times`);
  }
};
