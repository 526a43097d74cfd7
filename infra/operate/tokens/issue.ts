import { StartError } from '#infra/local/process/start-error.ts';
import type { Command } from '#infra/operate/command.ts';
import { facts, WOULD } from '#infra/operate/output.ts';
import { tenantOf } from '#infra/operate/tenants/find.ts';
import { newKeyEndProblem } from '#shared/domain/account/key-ring.ts';
import { ROLES, type Role } from '#shared/domain/account/role.ts';
import { assertMayIssue, issueKey } from '#shared/engine/account/issue-key.ts';
import { CreateApiKeyBody } from '#shared/schemas/api-key.ts';

const NAME_DEFAULT = 'Issued by an operator';

const isRole = (role: unknown): role is Role => (ROLES as readonly unknown[]).includes(role);

const roleOf = (role: unknown): Role => {
  if (isRole(role)) return role;
  throw new StartError(`There is no role "${role}". The roles are ${ROLES.join(', ')}.`);
};

/** @throws StartError unless it is a date or a time that is still to come. */
const endOf = (given: unknown, now: Date): string | null => {
  if (given === undefined) return null;
  const at = new Date(String(given));
  if (Number.isNaN(at.getTime()))
    throw new StartError(`--ends-at takes a date or time such as 2027-01-31 or 2027-01-31T18:00:00Z, not "${given}".`);
  const problem = newKeyEndProblem(at.toISOString(), null, now);
  if (problem !== null) throw new StartError(`--ends-at ${problem}.`);
  return at.toISOString();
};

const nameOf = (given: unknown): string => {
  const parsed = CreateApiKeyBody.shape.name.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new StartError(`--name: ${parsed.error.issues[0]?.message}`);
};

export const tokensIssue: Command = {
  name: 'tokens issue',
  args: ['slug'],
  options: {
    name: { type: 'string', value: '<name>', words: `what the key is called, "${NAME_DEFAULT}" if left out` },
    role: { type: 'string', value: ROLES.join('|'), words: 'full if left out' },
    'ends-at': { type: 'string', value: '<time>', words: 'when the key ends; never if left out' },
  },
  summary: 'Makes an API key of an account and shows its token, once. It needs no key that lives.',
  changes: true,
  async run({ table, target, args, options, actor, isDryRun, clock }) {
    const account = await tenantOf(table, args[0], target.words);
    const wanted = {
      name: nameOf(options.name ?? NAME_DEFAULT),
      role: roleOf(options.role ?? 'full'),
      endsAt: endOf(options['ends-at'], clock()),
    };
    if (isDryRun) {
      assertMayIssue(account);
      const would = `${account.slug} would get the ${wanted.role} key "${wanted.name}", which ${wanted.endsAt ? `ends at ${wanted.endsAt}` : 'does not end'}.`;
      return { json: { dry_run: true, would_issue: wanted }, lines: [WOULD, would] };
    }
    const { key, token } = await issueKey(table, account.account_id, wanted, actor, clock);
    const { id, name, role, expires_at } = key;
    const team_id = account.team_ids[0] ?? null;
    const shown = { base_url: target.baseUrl, api_token: token, account_slug: account.slug, team_id };
    return {
      json: { ...shown, key: { id, name, role, expires_at } },
      lines: [
        ...facts([
          ['token', token],
          ['key', `${name} (${id}), ${role}, ${expires_at ? `ends at ${expires_at}` : 'does not end'}`],
          ['account', `${account.slug}, team ${team_id}`],
          ['service', target.baseUrl],
        ]),
        'The token is shown this once. Hand it over by a safe way.',
      ],
    };
  },
};
