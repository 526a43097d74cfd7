import * as z from 'zod';
import { purchaseNumber } from '#shared/engine/phone-number/purchase.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { Eligibility, PurchasedNumber, PurchasePhoneNumberBody } from '#shared/schemas/phone-number.ts';

export const purchasePhoneNumber = defineEndpoint({
  method: 'POST',
  path: '/api/phone-numbers/purchase',
  tag: 'Phone numbers',
  summary: 'Buy a number found by a search',
  description:
    "403 when the plan's limit is reached, 404 when the carrier does not offer the number, 409 when it is already " +
    'owned. A free account gets one trial number for five days.',
  role: 'full',
  body: PurchasePhoneNumberBody,
  output: z.object({ success, phoneNumber: PurchasedNumber, eligibility: Eligibility }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write', 'telephony', 'numberingPlan', 'numberSchedules:write'],
  async handle({ input, caller, commit, ...ports }) {
    const { operations, ...purchased } = await purchaseNumber(ports, input, caller);
    return commit(operations, { success: true as const, ...purchased });
  },
});
