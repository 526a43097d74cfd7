import type { ClaimMessage } from '#shared/schemas/messages.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';

/** Has a claim dialled. */
export const claimMessage = ({ id, generation, account_id, team_id, to_number }: CallRecord): ClaimMessage => ({
  call_id: id,
  generation,
  account_id,
  team_id,
  to_number,
});
