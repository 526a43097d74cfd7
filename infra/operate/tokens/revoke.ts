import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from '#infra/operate/command.ts';
import { WOULD } from '#infra/operate/output.ts';
import { tenantOf } from '#infra/operate/tenants/find.ts';
import { FATES, type Fate, liveKeys, withoutKey } from '#shared/domain/account/key-ring.ts';
import { conflict } from '#shared/domain/errors.ts';
import { revokeKeyAsOperator } from '#shared/engine/account/revoke-key.ts';
import { getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, apiKeyKey } from '#shared/store/access/tokens.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';

const fateOf = (given: unknown): Fate => {
  const found = FATES.find((fate) => fate === given);
  if (found) return found;
  throw new StartError(`--descendants is one of ${FATES.join(', ')}, not "${given}".`);
};

const keyOf = async (table: TableReader, { account_id, slug }: AccountRecord, id = ''): Promise<ApiKeyRecord> => {
  const key = await table.get<ApiKeyRecord>(apiKeyKey(id));
  if (key?.account_id === account_id) return key;
  throw new StartError(`${slug} has no API key "${id}". "tokens list ${slug} --all" shows those that it has.`);
};

export const tokensRevoke: Command = {
  name: 'tokens revoke',
  args: ['slug', 'key id'],
  options: {
    descendants: {
      type: 'string',
      value: FATES.join('|'),
      words: 'keep (if left out): keys that it made descend from its maker; revoke: they end with it',
    },
  },
  summary:
    'Revokes an API key, at once and with its sessions; also the last one, since "tokens issue" can make another.',
  changes: true,
  async run({ table, target, args, options, actor, isDryRun, clock }) {
    const account = await tenantOf(table, args[0], target.words);
    const key = await keyOf(table, account, args[1]);
    const fate = fateOf(options.descendants ?? 'keep');
    const ring = await getKeyRing(table, account.account_id);
    if (key.revoked_at !== null) throw conflict(`The API key "${key.id}" is revoked already.`);
    const { left, revoked } = withoutKey(ring.keys, key.id, fate, clock(), true);
    const ids = [...new Set([key.id, ...revoked.map(({ id }) => id)])];
    const remaining = liveKeys(left, clock()).length;
    const after = `Live keys of ${account.slug} afterwards: ${remaining}.`;
    if (isDryRun)
      return {
        json: { dry_run: true, would_revoke: ids, left: remaining },
        lines: [WOULD, `Would be revoked: ${ids.join(', ')}. ${after}`],
      };
    await revokeKeyAsOperator(table, key, fate, { actor, account }, clock);
    return { json: { revoked: ids, left: remaining }, lines: [`Revoked: ${ids.join(', ')}. ${after}`] };
  },
};
