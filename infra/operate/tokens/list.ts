import type { Command } from '#infra/operate/command.ts';
import { columns } from '#infra/operate/output.ts';
import { tenantOf } from '#infra/operate/tenants/find.ts';
import { isLiveKey, keysOf, keyView } from '#infra/operate/tenants/tenant-view.ts';

export const tokensList: Command = {
  name: 'tokens list',
  args: ['slug'],
  options: { all: { type: 'boolean', words: 'revoked and expired ones too' } },
  summary: 'Lists the API keys of an account, by the last four characters of their tokens.',
  changes: false,
  async run({ table, target, args, options, clock }) {
    const account = await tenantOf(table, args[0], target.words);
    const now = clock();
    const all = await keysOf(table, account.account_id);
    const keys = all
      .filter((key) => options.all === true || isLiveKey(key, now))
      .map((key) => ({ ...keyView(key), made_by: key.created_by_key_id, is_live: isLiveKey(key, now) }));
    const rows = keys.map(({ name, id, role, last4, expires_at, last_used_at, is_live }) => [
      ...[name, id, role, last4],
      expires_at ?? 'never',
      last_used_at ?? 'never',
      is_live ? 'yes' : 'no',
    ]);
    const header = ['key', 'id', 'role', 'last four', 'ends', 'last used', 'live'];
    const none = `${account.slug} has no live API key; "tokens issue ${account.slug}" makes one.`;
    return { json: { keys }, lines: rows.length === 0 ? [none] : columns(header, rows) };
  },
};
