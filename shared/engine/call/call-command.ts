import type { CallCommand } from '#shared/ports/telephony.ts';
import type { CallRecord } from '#shared/store/calls.ts';

/** A command on a call that the carrier has named; by its name it is always the same one, so twice is once. */
export const commandOn = (call: CallRecord, name: string): CallCommand => ({
  callControlId: call.call_control_id ?? '',
  commandId: `${call.id}-${name}`,
});
