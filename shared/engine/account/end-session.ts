import { activity } from '#shared/domain/account/activity.ts';
import { endSession as removal } from '#shared/store/access/sessions.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/**
 * Ends the session that a request came by; its secret opens nothing any more, wherever it was copied to.
 * @throws Refusal 401 when it has ended meanwhile: of two sign-outs at once one is done and noted.
 */
export const endSession = async (table: TableWriter, caller: Caller, now: Date): Promise<void> => {
  const { accountId, actor, session } = caller;
  if (!session) throw new Error('A request without a session would end one.');
  await table.transact([removal(session.hash), activityOf(actor, accountId, activity('session.ended', actor.id), now)]);
};
