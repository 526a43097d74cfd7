import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in how campaigns are planned, settled, retried, ended and stopped. */
export const CAMPAIGN_MUTATIONS: Mutation[] = [
  {
    name: 'plan-version-unchecked',
    declaration: 'changeControl',
    expression: "equals('plan_version', control.plan_version)",
    replacement: '...[]',
    caughtBy: ['2', '3', '4', '5', '9', '21'],
  },
  {
    name: 'window-ignored',
    declaration: 'judgeEligibility',
    expression: 'openingFor(hours, callee, now)',
    replacement: "{ at: now, rule: 'call_window' as const }",
    caughtBy: ['3'],
  },
  {
    name: 'contact-timezone-ignored',
    declaration: 'windowZones',
    expression: 'callee.timezone === null',
    replacement: 'true',
    caughtBy: ['3'],
  },
  {
    name: 'first-caller-id-first',
    declaration: 'readRoute',
    expression: 'control.claims_made',
    replacement: '0',
    caughtBy: ['18'],
  },
  {
    name: 'slots-uncounted',
    declaration: 'readDialBudget',
    expression: 'control.max_concurrent_calls - live',
    replacement: 'control.max_concurrent_calls',
    caughtBy: ['2'],
  },
  {
    name: 'slot-freed-when-answered',
    declaration: 'settleSome',
    expression: 'filter(({ call }) => isOver(call))',
    replacement: "filter(({ call }) => isOver(call) || call.status === 'in_progress')",
    caughtBy: ['2', '6'],
  },
  {
    name: 'permit-never-freed',
    declaration: 'releaseHolds',
    expression: 'isHeldBy(permit, call)',
    replacement: 'false',
    caughtBy: ['5', '23'],
  },
  {
    name: 'called-counted-again',
    declaration: 'countsBetween',
    expression: 'before.attempts === 0',
    replacement: 'true',
    caughtBy: ['4'],
  },
  {
    name: 'counters-outside-the-transaction',
    declaration: 'settleSome',
    expression: 'await table.transact(operations)',
    replacement: `{
    const isCount = (each: any) => each.update?.sk === 'COUNTS';
    const rest = operations.filter((each) => !isCount(each));
    if (rest.length > 0) await table.transact(rest);
    for (const each of operations.filter(isCount)) await table.write(each as any);
  }`,
    caughtBy: ['4'],
  },
  {
    name: 'cap-not-credited',
    declaration: 'creditOf',
    expression: 'released === 0',
    replacement: 'true',
    caughtBy: ['9'],
  },
  {
    name: 'answered-retried',
    declaration: 'afterAttempt',
    expression: "outcome === 'answered'",
    replacement: "outcome === 'answered' && attempt >= policy.maxAttempts",
    caughtBy: ['3', '4', '5'],
  },
  {
    name: 'retry-delay-ignored',
    declaration: 'scheduleRetry',
    expression: 'policy.retryDelayMinutes',
    replacement: '0',
    caughtBy: ['3'],
  },
  {
    name: 'one-attempt-too-many',
    declaration: 'afterAttempt',
    expression: 'attempt >= policy.maxAttempts',
    replacement: 'attempt > policy.maxAttempts',
    caughtBy: ['3'],
  },
  {
    name: 'completed-too-early',
    declaration: 'finishIfDone',
    expression: 'await getCounts(table, control.id)',
    replacement: '{ ...(await getCounts(table, control.id)), retry_scheduled: 0 }',
    caughtBy: ['0', '5'],
  },
  {
    name: 'sweep-forgotten',
    declaration: 'sweepAll',
    expression: 'sweepCampaigns(ports, active)',
    replacement: 'undefined',
    caughtBy: ['5'],
  },
  {
    name: 'pause-answers-at-once',
    declaration: 'pauseCampaign',
    expression: 'await awaitCampaignQuiet(ports, campaignId)',
    replacement: '',
    caughtBy: ['3'],
  },
  {
    name: 'deletion-answers-at-once',
    declaration: 'deleteCampaign',
    expression: 'await awaitCampaignQuiet(ports, campaignId)',
    replacement: '',
    caughtBy: ['3'],
  },
  {
    name: 'deleted-campaign-starts-on-schedule',
    declaration: 'startsAt',
    expression: 'deleted_at === null',
    replacement: 'true',
    caughtBy: ['5'],
  },
];
