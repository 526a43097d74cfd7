import { isDeepStrictEqual } from 'node:util';
import { activity } from '#shared/domain/account/activity.ts';
import { type DialingSettings, effectiveCountries } from '#shared/domain/account/dialing-settings.ts';
import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import type { SettingsWait } from '#shared/domain/campaign/waiting.ts';
import { invalid } from '#shared/domain/errors.ts';
import { readAccountDay } from '#shared/engine/call/dialling/account-day.ts';
import { awaitAccountQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { wakeCalls } from '#shared/engine/call/single/wake-calls.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Dialing, UpdateDialingBody } from '#shared/schemas/dialing.ts';
import { recordFields } from '#shared/schemas/fields/primitives.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { changeDialingSettings, getDialingSettings } from '#shared/store/account/dialing-settings.ts';
import { getAccount } from '#shared/store/accounts.ts';
import { activityOf } from '#shared/store/activity.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { dialingUsage } from './dialing-usage.ts';
import { wakeCampaigns } from './wake-campaigns.ts';

type ReadPorts = { table: TableReader } & Needs<'limits' | 'clock'>;

/** The settings of an account, what they come to, and what it has used today. */
export const readDialing = async (ports: ReadPorts, accountId: string): Promise<Dialing> => {
  const day = await readAccountDay(ports, accountId, ports.clock());
  const { own_countries, version: _, ...settings } = day.settings;
  return {
    ...settings,
    calling_hours: day.callingHours,
    effective_countries: effectiveCountries(settings.allowed_countries, own_countries),
    ...dialingUsage(day),
  };
};

type Given = Omit<UpdateDialingBody, 'accountSlug'>;

/** @throws Refusal 400 when more calls a day are asked for than the plan allows. */
const checkPlan = async (ports: ReadPorts, accountId: string, { maxCallsPerDay = null }: Given): Promise<void> => {
  if (maxCallsPerDay === null) return;
  const { planName } = allowanceAt(await getAccount(ports.table, accountId), ports.clock());
  const allowed = ports.limits.callsPerDay[planName];
  if (maxCallsPerDay <= allowed) return;
  const message = `must be at most ${allowed}, which the plan "${planName}" allows; another plan allows more`;
  throw invalid([{ path: 'maxCallsPerDay', message }]);
};

/** The rules for which contacts wait by themselves, of those that may have changed. */
const waitsFor = ({ maxCallsPerNumberPerDay, callingHours }: Given): SettingsWait[] => [
  ...(maxCallsPerNumberPerDay === undefined ? [] : (['number_daily_calls'] as const)),
  ...(callingHours === undefined ? [] : (['calling_hours'] as const)),
];

/** What is set already is neither written nor noted again. */
const change = (
  { table }: Needs<'table'>,
  { accountId, actor }: Caller,
  changes: Partial<DialingSettings>,
  now: Date,
): Promise<void> =>
  retryingLostRaces(table, async () => {
    const before = await getDialingSettings(table, accountId);
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return;
    const done = activityOf(actor, accountId, activity('dialing.changed', accountId), now);
    await table.transact([changeDialingSettings(accountId, before, changes), done]);
  });

/**
 * Changes the settings; the later of two concurrent changes builds on the other. Returns once no dial is in flight that
 * had not heard of them, and campaigns that they let dial look again. @throws Refusal 400 beyond the plan.
 */
export const changeDialing = async (
  ports: QuietPorts & Needs<'table' | 'campaignQueue' | 'dialQueue' | 'limits'>,
  caller: Caller,
  given: Given,
): Promise<Dialing> => {
  const { accountId } = caller;
  const changes = recordFields(given) as Partial<DialingSettings>;
  if (Object.keys(changes).length > 0) {
    await checkPlan(ports, accountId, given);
    await change(ports, caller, changes, ports.clock());
    // Also when all was set already: the request before this may have died before it waited.
    await awaitAccountQuiet(ports, accountId);
    await wakeCampaigns(ports, accountId, waitsFor(given));
    await wakeCalls(ports, accountId);
  }
  return readDialing(ports, accountId);
};
