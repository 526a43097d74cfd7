import { type DialingSettings, effectiveCountries } from '#shared/domain/account/dialing-settings.ts';
import { MAX_CALLS_PER_DAY } from '#shared/domain/billing/allowance.ts';
import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { invalid } from '#shared/domain/errors.ts';
import { awaitAccountQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Dialing, UpdateDialingBody } from '#shared/schemas/dialing.ts';
import { recordFields } from '#shared/schemas/primitives.ts';
import { changeDialingSettings, getDialingSettings } from '#shared/store/account/dialing-settings.ts';
import { type AccountRecord, getAccount } from '#shared/store/accounts.ts';
import { dialingUsage } from '#shared/store/limits/daily-usage.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { wakeCampaigns } from './wake-campaigns.ts';

type ReadPorts = { table: TableReader } & Needs<'limits' | 'clock'>;

/** The settings of an account, what they come to, and what it has used today. */
export const readDialing = async ({ table, limits, clock }: ReadPorts, accountId: string): Promise<Dialing> => {
  const [dialing, account] = await Promise.all([getDialingSettings(table, accountId), getAccount(table, accountId)]);
  const { own_countries, version: _, calling_hours = limits.callingHoursByDefault, ...settings } = dialing;
  return {
    ...settings,
    calling_hours,
    effective_countries: effectiveCountries(settings.allowed_countries, own_countries),
    ...(await dialingUsage(table, account, clock())),
  };
};

type Given = Omit<UpdateDialingBody, 'accountSlug'>;

/** @throws Refusal 400 when more calls a day are asked for than the plan allows. */
const checkPlan = (account: AccountRecord, { maxCallsPerDay = null }: Given, now: Date): void => {
  const { planName } = allowanceAt(account, now);
  const allowed = MAX_CALLS_PER_DAY[planName];
  if (maxCallsPerDay === null || maxCallsPerDay <= allowed) return;
  const message = `must be at most ${allowed}, which the plan "${planName}" allows; another plan allows more`;
  throw invalid([{ path: 'maxCallsPerDay', message }]);
};

const change = ({ table }: Needs<'table'>, accountId: string, changes: Partial<DialingSettings>): Promise<void> =>
  retryingLostRaces(table, async () => {
    const before = await getDialingSettings(table, accountId);
    await table.write(changeDialingSettings(accountId, before, changes));
  });

/**
 * Changes the settings; the later of two concurrent changes builds on the other. Returns once no dial is in flight that
 * had not heard of them, and campaigns that they let dial look again. @throws Refusal 400 beyond the plan.
 */
export const changeDialing = async (
  ports: QuietPorts & Needs<'table' | 'campaignQueue' | 'limits'>,
  accountId: string,
  given: Given,
): Promise<Dialing> => {
  const changes = recordFields(given) as Partial<DialingSettings>;
  if (Object.keys(changes).length > 0) {
    checkPlan(await getAccount(ports.table, accountId), given, ports.clock());
    await change(ports, accountId, changes);
    await awaitAccountQuiet(ports, accountId);
    await wakeCampaigns(ports, accountId);
  }
  return readDialing(ports, accountId);
};
