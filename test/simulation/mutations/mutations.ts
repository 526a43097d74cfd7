import { ANNOUNCEMENT_MUTATIONS } from './announcement-mutations.ts';
import { INBOUND_MUTATIONS } from './inbound-mutations.ts';
import { STOPPING_MUTATIONS } from './stopping-mutations.ts';

/** A bug planted into the product's source, and the invariants (by their number) that it must be found by. */
export interface Mutation {
  name: string;
  /** Below the project's folder. */
  file: string;
  /** Occurs in the file exactly once. */
  find: string;
  replace: string;
  caughtBy: string[];
}

export const MUTATIONS: Mutation[] = [
  {
    name: 'plan-version-unchecked',
    file: 'shared/store/campaigns.ts',
    find: "when: [equals('plan_version', control.plan_version), ...extra]",
    replace: 'when: [...extra]',
    caughtBy: ['2', '3', '4', '5', '9'],
  },
  {
    name: 'redelivered-message-dials',
    file: 'functions/workers/place-call.ts',
    find: "call?.status !== 'queued' || call.generation !== generation",
    replace: "(call?.status !== 'queued' && call?.status !== 'dialing') || call.generation !== generation",
    caughtBy: ['1', '5'],
  },
  {
    name: 'lost-race-dials',
    file: 'shared/engine/call/dial.ts',
    find: 'if (!(await succeeded(table.write(changeCall(queued, dialing))))) return;',
    replace: 'await succeeded(table.write(changeCall(queued, dialing)));',
    caughtBy: ['1', '2', '3', '5', '6'],
  },
  {
    name: 'status-unchecked-at-dial',
    file: 'shared/engine/call/dial.ts',
    find: "if (control?.status !== 'running' || control.deleted_at !== null)",
    replace: 'if (!control)',
    caughtBy: ['3'],
  },
  {
    name: 'account-stop-unchecked-at-dial',
    file: 'shared/engine/call/dial.ts',
    find: 'if (!account || account.calls_stopped_at !== null)',
    replace: 'if (!account)',
    caughtBy: ['3'],
  },
  {
    name: 'do-not-call-unchecked-at-dial',
    file: 'shared/store/limits/callee-locks.ts',
    find: "anyOf(absent('do_not_call'), differs('do_not_call', true)),",
    replace: '',
    caughtBy: ['3'],
  },
  {
    name: 'window-unchecked-at-dial',
    file: 'shared/engine/call/dial.ts',
    find: "if (eligibility.decision === 'wait') return 'outside_window';",
    replace: "if (eligibility.decision === 'wait') return null;",
    caughtBy: ['3'],
  },
  {
    name: 'window-ignored',
    file: 'shared/domain/campaign/eligibility.ts',
    find: 'nextOpening(window, callee.timezone, now)',
    replace: 'nextOpening(null, callee.timezone, now)',
    caughtBy: ['3'],
  },
  {
    name: 'contact-timezone-ignored',
    file: 'shared/domain/campaign/eligibility.ts',
    find: 'nextOpening(window, callee.timezone, now)',
    replace: 'nextOpening(window, null, now)',
    caughtBy: ['3'],
  },
  {
    name: 'line-shared',
    file: 'shared/store/limits/callee-locks.ts',
    find: "anyOf(absent('live_call_id'), equals('live_call_id', callId)),",
    replace: '',
    caughtBy: ['6'],
  },
  {
    name: 'channel-shared',
    file: 'shared/store/limits/call-permits.ts',
    find: "when: [anyOf(absent('pk'), equals('call_id', callId))],",
    replace: 'when: [],',
    caughtBy: ['2'],
  },
  {
    name: 'slot-freed-when-answered',
    file: 'shared/engine/campaign/settle-calls.ts',
    find: 'situations.filter(({ call }) => isOver(call)).flatMap(',
    replace: "situations.filter(({ call }) => isOver(call) || call.status === 'in_progress').flatMap(",
    caughtBy: ['2', '6'],
  },
  {
    name: 'slots-uncounted',
    file: 'shared/engine/campaign/advance.ts',
    find: 'const free = current.max_concurrent_calls - live - claimed.length;',
    replace: 'const free = current.max_concurrent_calls;',
    caughtBy: ['2'],
  },
  {
    name: 'limit-unchecked-at-dial',
    file: 'shared/engine/call/dial.ts',
    find: "if (await isOverLimit(table, control, call)) return 'over_limit';",
    replace: '',
    caughtBy: ['2'],
  },
  {
    name: 'channel-never-freed',
    file: 'shared/engine/campaign/settle-calls.ts',
    find: 'channel?.call_id === call.id && call.channel !== null',
    replace: 'false && call.channel !== null',
    caughtBy: ['5'],
  },
  {
    name: 'called-counted-again',
    file: 'shared/engine/campaign/settlement.ts',
    find: 'if (before.attempts === 0 && after.attempts > 0) counts.called = 1;',
    replace: 'if (after.attempts > 0) counts.called = 1;',
    caughtBy: ['4'],
  },
  {
    name: 'counters-outside-the-transaction',
    file: 'shared/engine/campaign/settle-calls.ts',
    find: 'if (operations.length > 0) await table.transact(operations);',
    replace: `const isCount = (each: any) => each.update?.sk === 'COUNTS';
  const rest = operations.filter((each) => !isCount(each));
  if (rest.length > 0) await table.transact(rest);
  for (const each of operations.filter(isCount)) await table.write(each as any);`,
    caughtBy: ['4'],
  },
  {
    name: 'sweep-forgotten',
    file: 'functions/workers/sweep.ts',
    find: '.filter((id) => id.startsWith(CAMPAIGN_PREFIX))',
    replace: '.filter(() => false)',
    caughtBy: ['5'],
  },
  {
    name: 'unknown-dial-repeated',
    file: 'shared/engine/call/dial.ts',
    find: 'await succeeded(table.write(changeCall(call, { error: dialed.reason })));\n      return;',
    replace: "return releaseClaim(ports, call, 'rate_limited');",
    caughtBy: ['1', '2', '5', '6'],
  },
  {
    name: 'answered-retried',
    file: 'shared/domain/campaign/retry-policy.ts',
    find: "if (outcome === 'answered') return ended('completed');",
    replace: "if (outcome === 'answered' && attempt >= policy.maxAttempts) return ended('completed');",
    caughtBy: ['3', '4'],
  },
  {
    name: 'retry-delay-ignored',
    file: 'shared/domain/campaign/retry-policy.ts',
    find: 'endedAt.getTime() + policy.retryDelayMinutes * MINUTE_MS',
    replace: 'endedAt.getTime() + 0 * MINUTE_MS',
    caughtBy: ['3'],
  },
  {
    name: 'one-attempt-too-many',
    file: 'shared/domain/campaign/retry-policy.ts',
    find: 'if (attempt >= policy.maxAttempts)',
    replace: 'if (attempt > policy.maxAttempts)',
    caughtBy: ['3'],
  },
  {
    name: 'expired-lease-freed-unasked',
    file: 'shared/engine/call/resolve-overdue.ts',
    find: "if (carrier === 'not_found')",
    replace: 'if (carrier)',
    caughtBy: ['1', '2', '5', '6', '8'],
  },
  {
    name: 'hangup-before-answer-unanswered',
    file: 'shared/domain/call/lifecycle.ts',
    find: 'const outcome = outcomeOf({\n    cause: data.hangup_cause ?? null,',
    replace:
      "const outcome = call.answered_at === null ? 'no_answer' : outcomeOf({\n    cause: data.hangup_cause ?? null,",
    caughtBy: ['3', '5'],
  },
  {
    name: 'late-event-reopens-call',
    file: 'shared/domain/call/lifecycle.ts',
    find: 'CALL_STATUSES.indexOf(one) >= CALL_STATUSES.indexOf(other) ? one : other',
    replace: 'one',
    caughtBy: ['1', '2', '3', '5', '6', '8'],
  },
  {
    name: 'forged-event-accepted',
    file: 'shared/providers/telephony/simulated/simulated-webhook.ts',
    find: "verifyEd25519(publicKey, body, headers['telephony-signature-ed25519'])",
    replace: 'true',
    caughtBy: ['2', '3', '5', '6', '7'],
  },
  {
    name: 'cap-not-credited',
    file: 'shared/engine/campaign/settle-calls.ts',
    find: 'if (control.calls_left === null || givenBack === 0) return [];',
    replace: 'if (givenBack >= 0) return [];',
    caughtBy: ['9'],
  },
  {
    name: 'completed-too-early',
    file: 'shared/engine/campaign/advance.ts',
    find: 'if (openContacts(counts) === 0)',
    replace: 'if (openContacts(counts) - counts.retry_scheduled === 0)',
    caughtBy: ['5'],
  },
  {
    name: 'lost-claim-never-given-back',
    file: 'shared/engine/call/resolve-overdue.ts',
    find: "if (call.status === 'queued') return { status: 'not_dialed', not_dialed_reason: 'queue_lost' };",
    replace: "if (call.status === 'queued') return null;",
    caughtBy: ['5'],
  },
  ...STOPPING_MUTATIONS,
  ...INBOUND_MUTATIONS,
  ...ANNOUNCEMENT_MUTATIONS,
];

export const findMutation = (name: string): Mutation => {
  const found = MUTATIONS.find((mutation) => mutation.name === name);
  if (found) return found;
  throw new Error(
    `There is no mutation "${name}"; there are ${MUTATIONS.map((mutation) => mutation.name).join(', ')}.`,
  );
};
