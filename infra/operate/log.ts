import { listOperations } from '#shared/store/operations.ts';
import type { Command } from './command.ts';
import { wholeNumber } from './numbers.ts';
import { columns } from './output.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;

export const log: Command = {
  name: 'log',
  args: [],
  options: {
    limit: { type: 'string', value: '<n>', words: `lines on a page, ${PAGE_DEFAULT} if left out, ${PAGE_MAX} at most` },
    cursor: { type: 'string', value: '<cursor>', words: 'goes on after a page, by what that page ended with' },
  },
  summary: 'Lists what operators did in this deployment in the last 400 days, newest first.',
  changes: false,
  async run({ table, options, clock }) {
    const limit = wholeNumber('limit', options.limit, { fallback: PAGE_DEFAULT, max: PAGE_MAX });
    const cursor = options.cursor as string | undefined;
    const page = await listOperations(table, { limit, cursor }, clock());
    const operations = page.items.map(({ id, at, actor, action, account_slug, account_id, resource_id, summary }) => ({
      ...{ id, at, by: actor.name, action, account_slug, account_id, resource_id, summary },
    }));
    const rows = operations.map(({ at, by, account_slug, resource_id, summary }) => [
      at,
      by,
      account_slug,
      summary,
      resource_id,
    ]);
    return {
      json: { operations, next_cursor: page.next_cursor },
      lines: [
        ...(rows.length === 0 ? ['Nothing was done.'] : columns(['at', 'by', 'account', 'what', 'of'], rows)),
        ...(page.next_cursor === null ? [] : [`More follow: --cursor ${page.next_cursor}`]),
      ],
    };
  },
};
