import { StartError } from '#infra/local/process/start-error.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { PLANS, type PlanName } from '#shared/domain/billing/allowance.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export interface NewTenant {
  slug: string;
  name: string;
  email: string;
  plan: PlanName;
}

export const planOf = (plan: string | undefined): PlanName => {
  const found = PLANS.find((each) => each === plan);
  if (found) return found;
  throw new StartError(`There is no plan "${plan}". The plans are ${PLANS.join(', ')}.`);
};

/** What the person gave for a new account. @throws StartError in words for what is missing or wrong. */
export const readNewTenant = (
  { slug, name, email, plan = 'free' }: { [Field in keyof NewTenant]?: string | undefined },
  usage = '',
): NewTenant => {
  const missing = Object.entries({ slug, name, email }).flatMap(([flag, value]) => (value ? [] : [`--${flag}`]));
  if (!slug || !name || !email) throw new StartError(`${missing.join(' and ')} missing.${usage}`);
  if (!SLUG.test(slug)) {
    throw new StartError(
      `The slug "${slug}" must be 1 to 63 lower-case letters, digits or "-", not starting with "-".`,
    );
  }
  if (!EMAIL.test(email)) throw new StartError(`"${email}" is not an email address.`);
  return { slug, name, email, plan: planOf(plan) };
};

/** Creates an account; answers what a client needs to use it. */
export const createTenant = async (
  table: TableWriter,
  tenant: NewTenant,
  { baseUrl, by, now }: { baseUrl: string | null; by?: Actor; now: Date },
) => {
  const { api_token, account_slug, team_id } = await provisionAccount(table, { ...tenant, now, ...(by && { by }) });
  return { base_url: baseUrl, api_token, account_slug, team_id };
};
