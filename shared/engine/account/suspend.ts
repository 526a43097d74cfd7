import { activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { conflict } from '#shared/domain/errors.ts';
import { awaitAccountQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { wakeCalls } from '#shared/engine/call/single/wake-calls.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getKeyRing, suspendRing } from '#shared/store/access/key-ring.ts';
import { suspendTokens } from '#shared/store/access/tokens.ts';
import { type AccountRecord, changeSuspended, getAccount, isSuspended } from '#shared/store/accounts.ts';
import { notesOf } from '#shared/store/operations.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { wakeCampaigns } from './wake-campaigns.ts';

/** @throws Refusal 409 for an account that is being deleted. */
const assertStays = ({ slug, deletion_begun_at }: AccountRecord): void => {
  if (deletion_begun_at === undefined) return;
  throw conflict(
    `The account "${slug}" is being deleted, so it cannot be reinstated. Finish it: tenants delete ${slug} --confirm ${slug}.`,
  );
};

/**
 * Writes the suspension or its end: account, key ring and every token in one transaction, so that no request finds one
 * without the other, and no key that is being made escapes. What is so already is neither written nor noted again.
 */
const change = (table: TableWriter, accountId: string, at: string | null, actor: Actor, now: Date) =>
  retryingLostRaces(table, async (): Promise<{ account: AccountRecord; hasChanged: boolean }> => {
    const [account, ring] = await Promise.all([getAccount(table, accountId), getKeyRing(table, accountId)]);
    const wanted = at !== null;
    if (isSuspended(account) === wanted) return { account, hasChanged: false };
    if (!wanted) assertStays(account);
    const action = wanted ? 'account.suspended' : 'account.reinstated';
    await table.transact([
      changeSuspended(account, at),
      suspendRing(ring, wanted),
      ...suspendTokens(Object.values(ring.keys), wanted),
      ...notesOf(actor, account, activity(action, accountId), now),
    ]);
    return { account: { ...account, suspended_at: at }, hasChanged: true };
  });

/**
 * Suspends an account: from here on its tokens and sessions get 403, and nothing is dialled. Calls that are on go on, and
 * what receivers are owed is sent. Returns once no dial is in flight that has not heard of it.
 */
export const suspendAccount = async (
  ports: QuietPorts & Needs<'table'>,
  accountId: string,
  actor: Actor,
): Promise<{ account: AccountRecord; hasChanged: boolean }> => {
  const now = ports.clock();
  const changed = await change(ports.table, accountId, now.toISOString(), actor, now);
  // Also when it was suspended already: the command before this may have died before it waited.
  await awaitAccountQuiet(ports, accountId);
  return changed;
};

/**
 * Reinstates an account as it was: its tokens open it again, and what its people had not stopped goes on by itself.
 * @throws Refusal 409 once its deletion has begun.
 */
export const reinstateAccount = async (
  ports: Needs<'table' | 'campaignQueue' | 'dialQueue' | 'clock'>,
  accountId: string,
  actor: Actor,
): Promise<{ account: AccountRecord; hasChanged: boolean }> => {
  const changed = await change(ports.table, accountId, null, actor, ports.clock());
  assertStays(changed.account);
  if (changed.account.calls_stopped_at !== null) return changed;
  await wakeCampaigns(ports, accountId);
  await wakeCalls(ports, accountId);
  return changed;
};
