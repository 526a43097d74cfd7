import type { Command } from '#infra/operate/command.ts';
import { wholeNumber } from '#infra/operate/numbers.ts';
import { columns } from '#infra/operate/output.ts';
import { readAccounts } from '#shared/store/accounts.ts';
import { standingOf } from './find.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 1_000;

export const tenantsList: Command = {
  name: 'tenants list',
  args: [],
  options: {
    limit: {
      type: 'string',
      value: '<n>',
      words: `accounts on a page, ${PAGE_DEFAULT} if left out, ${PAGE_MAX} at most`,
    },
    cursor: { type: 'string', value: '<cursor>', words: 'goes on after a page, by what that page ended with' },
  },
  summary: 'Lists the accounts, the oldest first.',
  changes: false,
  async run({ table, options }) {
    const limit = wholeNumber('limit', options.limit, { fallback: PAGE_DEFAULT, max: PAGE_MAX });
    const { accounts, next } = await readAccounts(table, { after: options.cursor as string | undefined, limit });
    const tenants = accounts.map((account) => ({
      slug: account.slug,
      name: account.name,
      plan: account.plan,
      standing: standingOf(account),
      suspended_at: account.suspended_at ?? null,
      created_at: account.created_at,
      account_id: account.account_id,
    }));
    const rows = tenants.map(({ slug, name, plan, standing, created_at }) => [slug, name, plan, standing, created_at]);
    return {
      json: { tenants, next_cursor: next },
      lines: [
        ...(rows.length === 0
          ? ['There is no account.']
          : columns(['slug', 'name', 'plan', 'standing', 'created'], rows)),
        ...(next === null ? [] : [`More follow: --cursor ${next}`]),
      ],
    };
  },
};
