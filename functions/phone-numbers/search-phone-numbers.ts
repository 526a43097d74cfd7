import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { AvailableNumber, SearchPhoneNumbersBody } from '#shared/schemas/phone-number.ts';

export const searchPhoneNumbers = defineEndpoint({
  method: 'POST',
  path: '/api/phone-numbers/search',
  tag: 'Phone numbers',
  summary: "Search the carrier's inventory; buys nothing",
  role: 'read',
  body: SearchPhoneNumbersBody,
  output: z.object({
    success,
    numbers: z.array(AvailableNumber),
    provider: z.string().meta({ examples: ['simulated'] }),
    count: z.int().meta({ description: 'Results returned.', examples: [1] }),
  }),
  errors: [409],
  uses: ['telephony'],
  async handle({ input: { filters }, telephony }) {
    const numbers = await telephony.searchNumbers(filters);
    return { success: true as const, numbers, provider: telephony.providerName, count: numbers.length };
  },
});
