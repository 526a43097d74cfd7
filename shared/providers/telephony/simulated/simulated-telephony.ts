import { DIAL_REPLY_DEADLINE_MS, LOOK_UP_DEADLINE_MS, type Telephony } from '#shared/ports/telephony.ts';
import { type CarrierAddress, carrierRequest } from './client.ts';
import { callCommands } from './commands.ts';
import { deletions } from './deletions.ts';
import { dial, findCall } from './dial.ts';
import { numbers } from './numbers.ts';

/** The telephony port over the simulated carrier's HTTP interface. `deadlineMs` limits one request. */
export const simulatedTelephony = (address: CarrierAddress): Telephony => {
  const request = carrierRequest(address);
  const deadlineMs = Math.min(address.deadlineMs ?? DIAL_REPLY_DEADLINE_MS, LOOK_UP_DEADLINE_MS);
  const lookUp = carrierRequest({ ...address, deadlineMs });
  return {
    providerName: 'simulated',
    ...numbers(request),
    dial: (dialRequest) => dial(request, dialRequest),
    findCall: (call) => findCall(lookUp, call),
    ...callCommands(request),
    ...deletions(request),
  };
};
