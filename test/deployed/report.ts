import type { ResolvedStack } from './assembly/resolve.ts';
import type { Journal } from './journal.ts';

/** What a run on an emulated stack says in the end. */

const isRefusalAlone = (statuses: ReadonlySet<number>): boolean =>
  statuses.size > 0 && [...statuses].every((status) => status >= 400);

const table = (rows: [string, string][]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
};

export const report = (
  { counts, grants, routes, givenBack, requests, denials }: Journal,
  { ignored }: ResolvedStack,
): string => {
  const functions = [...counts].sort(([a], [b]) => a.localeCompare(b));
  const invocations = functions.reduce((sum, [, each]) => sum + each.invocations, 0);
  const granted = [...grants.values()].flatMap((used) => [...used.values()]);
  const refusedOnly = [...routes]
    .filter(([key, statuses]) => key !== '$default' && isRefusalAlone(statuses))
    .map(([key]) => key);
  const lines = functions.map(([id, each]): [string, string] => [
    id,
    `${each.invocations} invocations${each.failures > 0 ? `, ${each.failures} failed` : ''}, ${grants.get(id)?.size ?? 0} kinds of grants used`,
  ]);
  return [
    'Functions:',
    ...table(lines),
    `${functions.length} functions, ${invocations} invocations, ${requests} requests to ${routes.size} routes.`,
    `${granted.length} kinds of grants were used ${granted.reduce((sum, times) => sum + times, 0)} times, ${denials.size} kinds denied.`,
    ...(givenBack.size > 0
      ? [`Messages given back, which came again: ${[...givenBack].map(([id, times]) => `${id} ${times}`).join(', ')}.`]
      : []),
    ...(refusedOnly.length > 0 ? [`Routes that only refused what they were asked: ${refusedOnly.join(', ')}.`] : []),
    `Not emulated: ${[...ignored].map(([type, times]) => `${times} ${type}`).join(', ')}.`,
  ].join('\n');
};
