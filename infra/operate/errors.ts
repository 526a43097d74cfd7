import { HOUR_MS } from '#shared/domain/time.ts';
import type { Command } from './command.ts';
import { LINES_MAX, searchLogs } from './logs/log-lines.ts';
import { wholeNumber } from './numbers.ts';
import { columns } from './output.ts';
import { tenantOf } from './tenants/find.ts';
import { type Mishap, recentErrors, withoutPhones } from './tenants/recent-errors.ts';

const HOURS_DEFAULT = 24;
/** Logs are kept for 30 days. */
const HOURS_MAX = 30 * 24;

export const errors: Command = {
  name: 'errors',
  args: ['slug'],
  options: {
    hours: { type: 'string', value: '<n>', words: `how far back, ${HOURS_DEFAULT} if left out, ${HOURS_MAX} at most` },
  },
  summary:
    'Lists what went wrong in an account, newest first: calls, webhooks, paused campaigns, and error lines of the logs.',
  changes: false,
  async run({ table, target, args, options, clock, sleep }) {
    const account = await tenantOf(table, args[0], target.words);
    const hours = wholeNumber('hours', options.hours, { fallback: HOURS_DEFAULT, max: HOURS_MAX });
    const until = clock();
    const since = new Date(until.getTime() - hours * HOUR_MS);
    const search = { field: 'account_id' as const, value: account.account_id, errorsOnly: true, since, until };
    const [known, logged] = await Promise.all([
      recentErrors(table, account, hours, until),
      searchLogs(target, search, sleep),
    ]);
    const lines = (logged ?? []).map(
      ({ at, function: name, message, error, call_id }): Mishap => ({
        ...{ at, what: 'log' as const, id: call_id ?? name ?? '' },
        words: withoutPhones([message, error].filter(Boolean).join(' ')),
      }),
    );
    const isComplete = known.isComplete && (logged?.length ?? 0) < LINES_MAX;
    const all = [...known.mishaps, ...lines].sort((one, other) => other.at.localeCompare(one.at));
    const rows = all.map(({ at, what, id, words }) => [at, what, id, words]);
    return {
      json: { slug: account.slug, hours, errors: all, is_complete: isComplete, logs_searched: logged !== null },
      lines: [
        ...(rows.length === 0
          ? [`Nothing went wrong in the last ${hours} hours${isComplete ? '' : ', as far as was looked'}.`]
          : columns(['at', 'what', 'of', 'words'], rows)),
        ...(isComplete
          ? []
          : [
              'There was too much to look at all: these are of the latest calls, deliveries and lines. Try fewer --hours.',
            ]),
        ...(logged === null
          ? ['Logs were not searched: a table alone does not tell where they are. Name the stack with --stack.']
          : []),
      ],
    };
  },
};
