import type { Mutation } from './mutation.ts';

/** Bugs in how the commands of people are noted. */
export const ACTIVITY_MUTATIONS: Mutation[] = [
  {
    name: 'command-unnoted',
    declaration: 'giveCommand',
    expression: 'operation, done,',
    replacement: 'operation,',
    caughtBy: ['21'],
  },
  {
    name: 'run-unnoted',
    declaration: 'begin',
    expression: '[operation, commandActivity(by, control, commandOf(request), now, detail)]',
    replacement: '[operation]',
    caughtBy: ['21'],
  },
  {
    name: 'noted-after-the-command',
    declaration: 'giveCommand',
    expression: 'await table.transact([changeControl(control, changes).operation, done, ...beside(control)])',
    replacement:
      'await table.transact([changeControl(control, changes).operation, ...beside(control)]); await table.write(done)',
    caughtBy: ['21'],
  },
  {
    name: 'noted-before-the-command',
    declaration: 'giveCommand',
    expression: 'await table.transact([changeControl(control, changes).operation, done, ...beside(control)])',
    replacement:
      'await table.write(done); await table.transact([changeControl(control, changes).operation, ...beside(control)])',
    caughtBy: ['21'],
  },
  {
    name: 'repeated-stop-noted-again',
    declaration: 'change',
    expression: 'calls_stopped_at === account.calls_stopped_at',
    replacement: 'false',
    caughtBy: ['21'],
  },
  {
    name: 'settings-unnoted',
    declaration: 'change',
    expression: '[changeDialingSettings(accountId, before, changes), done]',
    replacement: '[changeDialingSettings(accountId, before, changes)]',
    caughtBy: ['21'],
  },
  {
    name: 'release-unnoted',
    declaration: 'retireNumber',
    expression: '...beside',
    replacement: '...[]',
    caughtBy: ['21'],
  },
];
