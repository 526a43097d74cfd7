import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in how the dials of a day are counted, by account and by number. */
export const DAY_MUTATIONS: Mutation[] = [
  {
    name: 'day-not-counted-at-claim',
    declaration: 'makeClaims',
    expression: 'calls.flatMap(({ day_dial }) => day_dial ?? [])',
    replacement: '[]',
    caughtBy: ['20'],
  },
  {
    name: 'day-counted-per-campaign',
    declaration: 'makeClaims',
    expression: 'control.account_id',
    replacement: 'control.id',
    caughtBy: ['0', '20'],
  },
  {
    name: 'day-given-back-with-every-message',
    declaration: 'dayReturns',
    expression: 'isHeldBy(permit, call)',
    replacement: 'true',
    caughtBy: ['20'],
  },
  {
    name: 'day-given-back-twice',
    declaration: 'giveBackDayDials',
    expression: '-count',
    replacement: '-2 * count',
    caughtBy: ['20'],
  },
  {
    name: 'day-not-given-back',
    declaration: 'dayReturns',
    expression: '...giveBackDayDials(accountId, dials)',
    replacement: '...[]',
    caughtBy: ['5', '19', '20'],
  },
  {
    name: 'number-dial-not-counted',
    declaration: 'lockCallee',
    expression: '...counted.set',
    replacement: '...{}',
    caughtBy: ['20'],
  },
  {
    name: 'number-dial-not-given-back',
    declaration: 'unlocking',
    expression: 'return isUndialed',
    replacement: 'return false',
    caughtBy: ['20'],
  },
  {
    name: 'number-dial-given-back-after-a-dial',
    declaration: 'unlocking',
    expression: 'return isUndialed',
    replacement: 'return true',
    caughtBy: ['20'],
  },
  {
    name: 'number-dial-given-back-without-a-reply',
    declaration: 'noteResult',
    expression: 'await writeIfUnchanged(table, changeCall(call, { error: dialed.reason }))',
    replacement: `{
        await writeIfUnchanged(table, changeCall(call, { error: dialed.reason }));
        const { getCalleeLock, unlockAndGiveBack } = await import('#shared/store/limits/callee-locks.ts');
        const number = { teamId: call.team_id, phone: call.to_number };
        const line = await getCalleeLock(table, number.teamId, number.phone);
        const { remove: _, ...givingBack } = unlockAndGiveBack({ ...number, line }, call);
        await table.write(givingBack).catch(() => undefined);
      }`,
    caughtBy: ['20'],
  },
  {
    name: 'oldest-dial-forgotten',
    declaration: 'withDial',
    expression: 'dialsOfDay(dials, now)',
    replacement: 'dialsOfDay(dials, now).slice(1)',
    caughtBy: ['20'],
  },
  {
    name: 'number-waits-for-its-newest-dial',
    declaration: 'numberFreeAt',
    expression: 'counted.length - bound',
    replacement: 'counted.length - 1',
    caughtBy: ['20'],
  },
  {
    name: 'day-unchecked-at-dial',
    declaration: 'recheck',
    expression: 'dayProblem(ports, call, { account, settings, usage, now })',
    replacement: 'null',
    caughtBy: ['20'],
  },
  {
    name: 'number-bound-unchecked-at-dial',
    declaration: 'recheck',
    expression: "isSpent ? 'number_daily_calls' : dayProblem(ports, call, { account, settings, usage, now })",
    replacement: 'dayProblem(ports, call, { account, settings, usage, now })',
    caughtBy: ['20'],
  },
  {
    name: 'wider-bounds-wake-nobody',
    declaration: 'changeDialing',
    expression: 'await wakeCampaigns(ports, accountId, waitsFor(given))',
    replacement: 'return readDialing(ports, accountId)',
    caughtBy: ['19'],
  },
  {
    name: 'wider-bounds-wake-no-number',
    declaration: 'waitsFor',
    expression: 'maxCallsPerNumberPerDay === undefined',
    replacement: 'true',
    caughtBy: ['5', '19'],
  },
  {
    name: 'number-bound-unchecked',
    declaration: 'numberFreeAt',
    expression: 'counted.length < bound',
    replacement: 'true',
    caughtBy: ['20'],
  },
];
