import type { Mutation } from '#test/simulation/mutations/mutation.ts';

/** Bugs in what follows from the carrier's refusals, and from dials that fail. */
export const REFUSAL_MUTATIONS: Mutation[] = [
  {
    name: 'fault-of-account-spends-attempt',
    declaration: 'noteResult',
    expression: "noteRefusal(ports, call, { is_fault: true, reason: dialed.reason }, released('not_accepted'))",
    replacement: `writeIfUnchanged(
        table,
        changeCall(call, { status: 'ended', outcome: 'failed', ended_reason: 'rejected', ended_at: clock().toISOString() }),
      ).then(async () => (await import('#shared/engine/call/tell.ts')).tellCampaign(ports, call))`,
    caughtBy: ['1', '5', '11', '12'],
  },
  {
    name: 'fault-of-account-does-not-halt',
    declaration: 'faultIn',
    expression: 'call.refusal?.is_fault',
    replacement: 'false',
    caughtBy: ['11'],
  },
  {
    name: 'fault-of-an-earlier-run-halts',
    declaration: 'judgeSettled',
    expression: 'faultIn(calls)',
    replacement: 'faultIn(settled)',
    caughtBy: ['12'],
  },
  {
    name: 'breaker-trips-too-early',
    declaration: 'reasonFor',
    expression: 'results.length < BREAKER_DIALS',
    replacement: 'results.length < BREAKER_DIALS - 3',
    caughtBy: ['12'],
  },
  {
    name: 'breaker-trips-too-late',
    declaration: 'reasonFor',
    expression: 'BREAKER_FAILED_SHARE * BREAKER_DIALS',
    replacement: 'BREAKER_FAILED_SHARE * BREAKER_DIALS + 1',
    caughtBy: ['12'],
  },
  {
    name: 'breaker-counts-invalid-numbers',
    declaration: 'hasFailed',
    expression: "ended_reason !== 'invalid_number'",
    replacement: 'true',
    caughtBy: ['12'],
  },
  {
    name: 'breaker-window-outlives-its-run',
    declaration: 'noteDials',
    expression: 'window?.run === run',
    replacement: 'window',
    caughtBy: ['12'],
  },
  {
    name: 'breaker-counts-calls-of-earlier-runs',
    declaration: 'judgeSettled',
    expression: 'claimed_in_run === control.runs',
    replacement: 'claimed_in_run <= control.runs',
    caughtBy: ['12'],
  },
  {
    name: 'dials-of-a-settlement-uncounted',
    declaration: 'judgeSettled',
    expression: 'dials: { before, after: noted.window }',
    replacement: 'dials: { before, after: before ?? noted.window }',
    caughtBy: ['12'],
  },
  {
    name: 'generation-missing-in-command-id',
    declaration: 'dialCommandId',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code.
    expression: '`${id}-${generation}`',
    replacement: 'id',
    caughtBy: ['1', '23'],
  },
  {
    name: 'stray-call-ignored',
    declaration: 'receiveEvent',
    expression: '!applied && callId',
    replacement: 'false && callId',
    caughtBy: ['5', '10'],
  },
  {
    name: 'stray-call-stays-on-the-line',
    declaration: 'hangUpIfLive',
    expression: '!mayBeLive(event)',
    replacement: 'true',
    caughtBy: ['10', '24'],
  },
  {
    name: 'late-refusal-is-not-heard',
    declaration: 'noteRefusal',
    expression: 'await notePlaced(ports.table, call, refusal)',
    replacement: '(await undefined) as CallRecord | undefined',
    caughtBy: ['10'],
  },
  {
    name: 'stray-call-taken-for-the-next',
    declaration: 'isStray',
    expression: 'generation < call.generation',
    replacement: 'false',
    caughtBy: ['2', '3', '5', '6', '7', '10', '13'],
  },
];
