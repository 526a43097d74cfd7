import * as z from 'zod';
import { type Allowance, allowanceOf, trialExpiry } from '#shared/domain/allowance.ts';
import { Refusal } from '#shared/domain/errors.ts';
import { defineEndpoint } from '#shared/runtime/define-endpoint.ts';
import { Eligibility, PurchasedNumber, PurchasePhoneNumberBody } from '#shared/schemas/phone-number.ts';
import { success } from '#shared/schemas/primitives.ts';
import { type AccountRecord, getAccount } from '#shared/store/accounts.ts';
import {
  activateNumber,
  dropReservation,
  findOwnedNumber,
  type PhoneNumberRecord,
  reserveNumber,
} from '#shared/store/phone-numbers.ts';
import type { TableWriter } from '#shared/store/table.ts';

const eligibilityOf = (account: AccountRecord, { maxNumbers, hasSubscription, planName }: Allowance) => ({
  currentCount: account.numbers_held,
  maxAllowed: maxNumbers,
  hasSubscription,
  planName,
});

/** Reserves the number, or takes up the team's own reservation that a crash left behind. */
const reserve = async (
  table: TableWriter,
  wanted: PhoneNumberRecord,
  account: AccountRecord,
): Promise<PhoneNumberRecord> => {
  const owned = await findOwnedNumber(table, wanted.phone_number);
  if (owned?.status === 'pending' && owned.team_id === wanted.team_id) return owned;
  const allowance = allowanceOf(account);
  const refuse = () =>
    new Refusal(
      403,
      `The plan "${allowance.planName}" allows ${allowance.maxNumbers} phone number(s); the limit is reached.`,
      {
        eligibility: eligibilityOf(account, allowance),
      },
    );
  await table.transact(reserveNumber(wanted, allowance.maxNumbers, refuse));
  return wanted;
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
  uses: ['table:write', 'telephony'],
  async handle({ input, caller, now, newId, table, telephony, commit }) {
    const account = await getAccount(table, caller.accountId);
    const { isTrial } = allowanceOf(account);
    const reserved = await reserve(
      table,
      {
        id: newId('num'),
        account_id: caller.accountId,
        team_id: input.teamId,
        phone_number: input.phoneNumber,
        provider: telephony.providerName,
        provider_number_id: null,
        status: 'pending',
        is_trial: isTrial,
        trial_expires_at: isTrial ? trialExpiry(now).toISOString() : null,
        assistant_id: null,
        created_by_email: caller.email,
        created_by_name: caller.name,
        created_at: now.toISOString(),
      },
      account,
    );
    const order = await telephony.orderNumber({
      phoneNumber: input.phoneNumber,
      orderReference: reserved.id,
      connectionId: input.connectionId ?? undefined,
    });
    if (order.result === 'unavailable') {
      await table.transact(dropReservation(reserved));
      throw new Refusal(404, `phoneNumber: ${input.phoneNumber} is not for sale: ${order.reason}`);
    }
    const held = await getAccount(table, caller.accountId);
    return commit([activateNumber(reserved.id, order.providerNumberId)], {
      success: true as const,
      phoneNumber: {
        ...reserved,
        provider_number_id: order.providerNumberId,
        status: 'active',
        message: reserved.is_trial
          ? `${input.phoneNumber} is yours for a trial until ${reserved.trial_expires_at}.`
          : `${input.phoneNumber} is yours.`,
      },
      eligibility: eligibilityOf(held, allowanceOf(held)),
    });
  },
});

export const { handler } = purchasePhoneNumber;
