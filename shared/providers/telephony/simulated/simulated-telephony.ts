import type { Telephony } from '#shared/ports/telephony.ts';
import { type CarrierAddress, carrierRequest } from './client.ts';
import { callCommands } from './commands.ts';
import { dial, findCall } from './dial.ts';
import { numbers } from './numbers.ts';

/** The telephony port over the simulated carrier's HTTP interface. `deadlineMs` limits one request. */
export const simulatedTelephony = (address: CarrierAddress): Telephony => {
  const request = carrierRequest(address);
  return {
    providerName: 'simulated',
    ...numbers(request),
    dial: (dialRequest) => dial(request, dialRequest),
    findCall: (call) => findCall(request, call),
    ...callCommands(request),
  };
};
