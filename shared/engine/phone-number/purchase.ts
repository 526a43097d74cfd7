import { activity } from '#shared/domain/account/activity.ts';
import { type Allowance, refusalWords, trialExpiry } from '#shared/domain/billing/allowance.ts';
import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { conflict, Refusal } from '#shared/domain/errors.ts';
import { reservedUntil } from '#shared/domain/phone-number/reconciliation.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Log } from '#shared/ports/log.ts';
import type { TrialEnds } from '#shared/ports/wake-ups.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { type AccountRecord, getAccount } from '#shared/store/accounts.ts';
import { activityOf } from '#shared/store/activity.ts';
import {
  activateNumber,
  dropReservation,
  findOwnedNumber,
  type PhoneNumberRecord,
  renewReservation,
  reserveNumber,
} from '#shared/store/phone-numbers.ts';
import { retryingLostRaces, succeeded, writeChange } from '#shared/store/table/conditional-write.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';

const BEING_UNDONE =
  'An earlier, unfinished purchase of this number is being undone; buy it in a minute with a new request.';

/** The account's allowance in the API's form. */
const eligibilityOf = (account: AccountRecord, { maxNumbers, hasSubscription, planName }: Allowance) => ({
  currentCount: account.numbers_held,
  maxAllowed: maxNumbers,
  hasSubscription,
  planName,
});

type WantedNumber = Omit<PhoneNumberRecord, 'is_trial' | 'trial_expires_at'>;

const termsOf = ({ isTrial }: Allowance, now: Date) => ({
  is_trial: isTrial,
  trial_expires_at: isTrial ? trialExpiry(now).toISOString() : null,
});

/**
 * Reserves the number, or resumes the team's own unfinished purchase. The loser of a race for the allowance reads it
 * again, so that a refusal states the current one.
 */
const reserve = (table: TableWriter, wanted: WantedNumber, now: Date): Promise<PhoneNumberRecord> =>
  retryingLostRaces(table, async () => {
    const owned = await findOwnedNumber(table, wanted.phone_number);
    const isOwn = owned?.team_id === wanted.team_id;
    if (isOwn && owned.status === 'pending') return writeChange(table, renewReservation(owned, now));
    if (isOwn && owned.status === 'dropping') throw conflict(BEING_UNDONE);
    const account = await getAccount(table, wanted.account_id);
    const allowance = allowanceAt(account, now);
    if (account.numbers_held >= allowance.maxNumbers) {
      throw new Refusal(403, refusalWords(allowance), { eligibility: eligibilityOf(account, allowance) });
    }
    const number = { ...wanted, ...termsOf(allowance, now) };
    await table.transact(reserveNumber(number, allowance.maxNumbers));
    return number;
  });

/** A failure is only logged, because the sweep also ends trials. */
const scheduleTrialEnd = async (trialEnds: TrialEnds, log: Log, number: PhoneNumberRecord): Promise<void> => {
  if (number.trial_expires_at === null) return;
  try {
    await trialEnds.lookAt(number.id, new Date(number.trial_expires_at));
  } catch (error) {
    log.error('Could not schedule the end of a trial; the sweep will end it.', error, { number_id: number.id });
  }
};

type PurchasePorts = Needs<'table' | 'telephony' | 'numberingOf' | 'trialEnds' | 'log' | 'newId' | 'now'>;

interface PurchaseRequest {
  teamId: string;
  phoneNumber: string;
  /** The carrier's connection for the number. */
  connectionId?: string | null | undefined;
}

const wantedBy = (
  { telephony, numberingOf, newId, now }: PurchasePorts,
  request: PurchaseRequest,
  caller: Caller,
): WantedNumber => ({
  id: newId('num'),
  account_id: caller.accountId,
  team_id: request.teamId,
  phone_number: request.phoneNumber,
  ...numberingOf(request.phoneNumber),
  provider: telephony.providerName,
  provider_number_id: null,
  status: 'pending',
  due_at: reservedUntil(now),
  assistant_id: null,
  created_by_email: caller.email,
  created_by_name: caller.name,
  created_at: now.toISOString(),
});

const messageFor = ({ phone_number, is_trial, trial_expires_at }: PhoneNumberRecord): string =>
  is_trial ? `${phone_number} is yours for a trial until ${trial_expires_at}.` : `${phone_number} is yours.`;

/**
 * Reserves a number and orders it at the carrier. The endpoint writes the returned operations with its response. A
 * crash in between leaves a reservation, which a repeated request resumes or the sweep undoes.
 * @throws Refusal 403 when the allowance is spent, 404 when the number is not for sale, 409 when it is owned.
 */
export const purchaseNumber = async (ports: PurchasePorts, request: PurchaseRequest, caller: Caller) => {
  const { table, telephony, trialEnds, log, now } = ports;
  const reserved = await reserve(table, wantedBy(ports, request, caller), now);
  const order = await telephony.orderNumber({
    phoneNumber: request.phoneNumber,
    orderReference: reserved.id,
    connectionId: request.connectionId ?? undefined,
  });
  if (order.result === 'unavailable') {
    // Another request of the team that resumed the purchase wins and finishes it.
    await succeeded(table.transact(dropReservation(reserved)));
    throw new Refusal(404, `phoneNumber: ${request.phoneNumber} is not for sale: ${order.reason}`);
  }
  await scheduleTrialEnd(trialEnds, log, reserved);
  const account = await getAccount(table, caller.accountId);
  const { providerNumberId: provider_number_id } = order;
  const detail = reserved.is_trial ? 'a trial number' : undefined;
  const bought = activity('phone_number.purchased', reserved.id, { detail });
  const operations: WriteOperation[] = [
    ...activateNumber(reserved, provider_number_id),
    activityOf(caller, caller.accountId, bought, now),
  ];
  const phoneNumber = { ...reserved, provider_number_id, status: 'active' as const, message: messageFor(reserved) };
  return { operations, phoneNumber, eligibility: eligibilityOf(account, allowanceAt(account, now)) };
};
