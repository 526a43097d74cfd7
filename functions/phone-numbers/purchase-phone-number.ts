import * as z from 'zod';
import { type Allowance, refusalWords, trialExpiry } from '#shared/domain/billing/allowance.ts';
import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import { conflict, Refusal } from '#shared/domain/errors.ts';
import { reservedUntil } from '#shared/domain/phone-number/life-cycle.ts';
import type { Log } from '#shared/ports/log.ts';
import type { TrialEnds } from '#shared/ports/wake-ups.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Eligibility, PurchasedNumber, PurchasePhoneNumberBody } from '#shared/schemas/phone-number.ts';
import { success } from '#shared/schemas/primitives.ts';
import { type AccountRecord, getAccount } from '#shared/store/accounts.ts';
import {
  activateNumber,
  dropReservation,
  findOwnedNumber,
  type PhoneNumberRecord,
  renewReservation,
  reserveNumber,
} from '#shared/store/phone-numbers.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

const BEING_UNDONE =
  'An earlier purchase of this number was not finished and is being undone; buy it again in a minute, as a new request.';

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
 * Reserves the number, or takes up the team's own purchase that was not finished. Who loses the race for an allowance
 * reads it again, so that a refusal tells it as it is.
 */
const reserve = (table: TableWriter, wanted: WantedNumber, now: Date): Promise<PhoneNumberRecord> =>
  retryingLostRaces(async () => {
    const owned = await findOwnedNumber(table, wanted.phone_number);
    if (owned?.team_id === wanted.team_id && owned.status === 'pending') {
      await table.write(renewReservation(owned, now));
      return { ...owned, due_at: reservedUntil(now) };
    }
    if (owned?.team_id === wanted.team_id && owned.status === 'dropping') throw conflict(BEING_UNDONE);
    const account = await getAccount(table, wanted.account_id);
    const allowance = allowanceAt(account, now);
    if (account.numbers_held >= allowance.maxNumbers) {
      throw new Refusal(403, refusalWords(allowance), { eligibility: eligibilityOf(account, allowance) });
    }
    const number = { ...wanted, ...termsOf(allowance, now) };
    await table.transact(reserveNumber(number, allowance.maxNumbers));
    return number;
  });

/** The sweep stands in for a schedule that could not be set. */
const scheduleTrialEnd = async (trialEnds: TrialEnds, log: Log, number: PhoneNumberRecord): Promise<void> => {
  if (number.trial_expires_at === null) return;
  try {
    await trialEnds.lookAt(number.id, new Date(number.trial_expires_at));
  } catch (error) {
    log.error('The end of a trial could not be scheduled.', error, { number_id: number.id });
  }
};

export const purchasePhoneNumber = defineEndpoint({
  method: 'POST',
  path: '/api/phone-numbers/purchase',
  tag: 'Phone numbers',
  summary: 'Buy a number found by a search',
  description:
    "403 when the plan's limit is reached, 404 when the carrier does not offer the number, 409 when it is owned already. " +
    'A free account gets one trial number for five days.',
  body: PurchasePhoneNumberBody,
  output: z.object({ success, phoneNumber: PurchasedNumber, eligibility: Eligibility }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write', 'telephony', 'numberSchedules:write'],
  async handle({ input, caller, now, newId, table, telephony, trialEnds, log, commit }) {
    const wanted: WantedNumber = {
      id: newId('num'),
      account_id: caller.accountId,
      team_id: input.teamId,
      phone_number: input.phoneNumber,
      provider: telephony.providerName,
      provider_number_id: null,
      status: 'pending',
      due_at: reservedUntil(now),
      assistant_id: null,
      created_by_email: caller.email,
      created_by_name: caller.name,
      created_at: now.toISOString(),
    };
    const reserved = await reserve(table, wanted, now);
    const order = await telephony.orderNumber({
      phoneNumber: input.phoneNumber,
      orderReference: reserved.id,
      connectionId: input.connectionId ?? undefined,
    });
    if (order.result === 'unavailable') {
      // Lost: another request of the team has taken the purchase up, and it is that one's to finish.
      await succeeded(table.transact(dropReservation(reserved)));
      throw new Refusal(404, `phoneNumber: ${input.phoneNumber} is not for sale: ${order.reason}`);
    }
    await scheduleTrialEnd(trialEnds, log, reserved);
    const held = await getAccount(table, caller.accountId);
    return commit(activateNumber(reserved, order.providerNumberId), {
      success: true as const,
      phoneNumber: {
        ...reserved,
        provider_number_id: order.providerNumberId,
        status: 'active',
        message: reserved.is_trial
          ? `${input.phoneNumber} is yours for a trial until ${reserved.trial_expires_at}.`
          : `${input.phoneNumber} is yours.`,
      },
      eligibility: eligibilityOf(held, allowanceAt(held, now)),
    });
  },
});

export const { handler } = purchasePhoneNumber;
