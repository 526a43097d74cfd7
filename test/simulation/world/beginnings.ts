import { MINUTE_MS } from '#shared/domain/time.ts';
import { CALLS_PER_DAY, CALLS_PER_NUMBER_DEFAULT, UNBOUNDED } from '#test/simulation/plan/bounds-plan.ts';
import { microUsdOf } from '#test/simulation/plan/charges-plan.ts';
import type { World } from './world.ts';

/** Tells the checker what holds from the beginning, and wakes the campaigns that start by themselves. */
export const noteBeginnings = (
  { checker, checks, scenario, campaignIds, contactIds, teams, services }: World,
  publicKey: string | undefined,
): void => {
  const { facts } = checker;
  checks.erasures.people.noteContacts();
  const account = checker.world.accountId;
  const always = { begin: Number.NEGATIVE_INFINITY, end: Number.NEGATIVE_INFINITY, acknowledged: true };
  facts.add({ kind: 'webhook', subject: account, receiver: scenario.webhook?.firstUrl ?? null, ...always });
  for (const [at, { caller }] of teams.entries()) {
    const countries = at === 0 ? scenario.allowedCountries : null;
    facts.add({ kind: 'countries', subject: caller.accountId, countries, ...always });
  }
  for (const [at, { caller }] of teams.entries()) {
    const { callsPerDay, callsPerNumber, spendPerDay } = at === 0 ? scenario.bounds : UNBOUNDED;
    const subject = caller.accountId;
    facts.add({ kind: 'callsPerDay', subject, limit: callsPerDay ?? CALLS_PER_DAY.growth, ...always });
    facts.add({ kind: 'callsPerNumber', subject, limit: callsPerNumber ?? CALLS_PER_NUMBER_DEFAULT, ...always });
    const spend = spendPerDay === null ? Number.POSITIVE_INFINITY : microUsdOf(spendPerDay);
    facts.add({ kind: 'spendPerDay', subject, limit: spend, ...always });
  }
  if (publicKey) facts.add({ kind: 'webhookKey', subject: account, publicKey, ...always });
  for (const [at, plan] of scenario.campaigns.entries()) {
    const subject = campaignIds[at] as string;
    facts.add({ kind: 'limit', subject, limit: plan.maxConcurrentCalls, ...always });
    facts.add({ kind: 'window', subject, window: plan.window, ...always });
    if (plan.scheduledStartMinutes === null) continue;
    checker.expectStart(subject, scenario.startsAt + plan.scheduledStartMinutes * MINUTE_MS);
    services.campaignQueue.send(subject, { campaign_id: subject, reason: 'change' });
  }
  for (const [at, { doNotCall, phone }] of scenario.contacts.entries()) {
    facts.add({ kind: 'phone', subject: contactIds[at] as string, phone, ...always });
    if (!doNotCall) continue;
    facts.add({ kind: 'doNotCall', subject: contactIds[at] as string, ...always });
    if (phone) facts.add({ kind: 'doNotCallNumber', subject: phone, ...always });
  }
};
