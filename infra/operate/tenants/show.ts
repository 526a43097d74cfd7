import type { Command } from '#infra/operate/command.ts';
import { columns, facts } from '#infra/operate/output.ts';
import { tenantOf } from './find.ts';
import { readTenant, type Tenant } from './tenant-view.ts';

const daysInWords = (days: number | null): string => (days === null ? 'for good' : `${days} days`);

const subscriptionInWords = ({ subscription }: Tenant): string => {
  if (!subscription) return 'none';
  const { subscription_id, provider, status, current_period_end } = subscription;
  return `${subscription_id} at ${provider}, ${status}${current_period_end ? `, period until ${current_period_end}` : ''}`;
};

const factsOf = (tenant: Tenant): string[] => {
  const { standing, suspended_at, calls_stopped_at, plan, plan_in_force, teams, campaigns } = tenant;
  const { transcript_retention_days: transcripts, recording_retention_days: recordings } = tenant;
  return facts([
    ['account', `${tenant.slug} (${tenant.account_id})`],
    ['owner', `${tenant.name}, ${tenant.email}`],
    ['created', tenant.created_at],
    ['standing', suspended_at === null ? standing : `${standing}, since ${suspended_at}`],
    ['calls stopped by its people', calls_stopped_at === null ? 'no' : `since ${calls_stopped_at}`],
    ['plan', plan === plan_in_force ? plan : `${plan}; in force is ${plan_in_force}`],
    ['subscription', subscriptionInWords(tenant)],
    ['teams', teams.map(({ team_id, name }) => `${name} (${team_id})`).join(', ')],
    ['live calls', tenant.live_calls],
    ['campaigns under way', campaigns.map(({ id, status }) => `${id} ${status}`).join(', ') || 'none'],
    ['kept', `transcripts ${daysInWords(transcripts)}, recordings ${daysInWords(recordings)}`],
  ]);
};

const numbersOf = ({ phone_numbers }: Tenant): string[] => {
  if (phone_numbers.length === 0) return ['No phone numbers.'];
  const rows = phone_numbers.map(({ phone_number, id, status, is_trial }) => [
    phone_number,
    id,
    status,
    is_trial ? 'trial' : 'paid',
  ]);
  return columns(['number', 'id', 'status', 'kind'], rows);
};

const keysOf = ({ keys }: Tenant): string[] => {
  if (keys.length === 0) return ['No live API key; "tokens issue" makes one.'];
  const rows = keys.map(({ name, id, role, last4, expires_at, last_used_at }) => [
    ...[name, id, role, last4],
    expires_at ?? 'never',
    last_used_at ?? 'never',
  ]);
  return columns(['key', 'id', 'role', 'last four', 'ends', 'last used'], rows);
};

export const tenantsShow: Command = {
  name: 'tenants show',
  args: ['slug'],
  summary: 'Shows an account: plan, subscription, teams, numbers, keys, live calls, campaigns under way, retention.',
  changes: false,
  async run({ table, target, args, clock }) {
    const tenant = await readTenant(table, await tenantOf(table, args[0], target.words), clock());
    return { json: tenant, lines: [...factsOf(tenant), '', ...numbersOf(tenant), '', ...keysOf(tenant)] };
  },
};
