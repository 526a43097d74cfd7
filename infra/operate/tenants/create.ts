import type { Command } from '#infra/operate/command.ts';
import { facts, WOULD } from '#infra/operate/output.ts';
import { PLANS } from '#shared/domain/billing/allowance.ts';
import { conflict } from '#shared/domain/errors.ts';
import { findAccount } from '#shared/store/accounts.ts';
import { createTenant, readNewTenant } from './new-tenant.ts';

export const tenantsCreate: Command = {
  name: 'tenants create',
  args: ['slug'],
  options: {
    name: { type: 'string', value: '<name>', words: "the owner's name; needed" },
    email: { type: 'string', value: '<email>', words: "the owner's address; needed" },
    plan: { type: 'string', value: PLANS.join('|'), words: 'free if left out' },
  },
  summary:
    'Creates an account with its team and its first token, which is shown once. Also "npm run account -- create".',
  changes: true,
  mayMark: true,
  async run({ table, target, args, options, actor, isDryRun, clock }) {
    const { name, email, plan } = options as Record<string, string | undefined>;
    const wanted = readNewTenant({ slug: args[0], name, email, plan });
    if (isDryRun) {
      if (await findAccount(table, wanted.slug)) throw conflict(`The account slug "${wanted.slug}" is taken.`);
      const words = `The account ${wanted.slug} would be created in ${target.words}, with the plan ${wanted.plan}.`;
      return { json: { dry_run: true, would_create: wanted }, lines: [WOULD, words] };
    }
    const created = await createTenant(table, wanted, { baseUrl: target.baseUrl, by: actor, now: clock() });
    return {
      json: created,
      lines: [
        ...facts([
          ['account', created.account_slug],
          ['team', created.team_id],
          ['token', created.api_token],
          ['service', created.base_url],
        ]),
        'The token is shown this once. Hand it over by a safe way.',
      ],
    };
  },
};
