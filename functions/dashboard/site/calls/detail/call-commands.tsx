import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { addressOf } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import type { Call } from '#functions/dashboard/site/calls/call.ts';
import { canCancel, canHangUp } from '#functions/dashboard/site/calls/call-state.ts';
import { otherNumber } from '#functions/dashboard/site/calls/call-words.ts';
import { AskingButton } from '#functions/dashboard/site/components/button.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';

/** The form of a new call to the same person, by the same assistant. */
const againAddress = (call: Call): string =>
  addressOf('/calls', {
    new: 'call',
    ...(call.contact_id === null ? { to: otherNumber(call) } : { contact: call.contact_id }),
    by: call.assistant_id,
  });

interface CommandsProps {
  call: Call;
  /** Name or number of the other party. */
  who: string;
}

const afterwards = ({ campaign_id }: Call): string =>
  campaign_id === null ? '' : ' In its campaign the contact becomes cancelled, and is not called again.';

/** What can be done with a call: hang up, cancel, or call again. */
export const CallCommands = ({ call, who }: CommandsProps) => {
  const end = useCommand(async (idempotencyKey, words: string) => {
    await api.cancelCall({ id: call.id }, { idempotencyKey });
    notify(words);
    await refresh('getCall', 'listCalls');
  });
  const disabled = !may('operate');
  return (
    <>
      {canHangUp(call) && (
        <AskingButton
          name="Hang up"
          kind="danger"
          disabled={disabled}
          isBusy={end.isBusy}
          onYes={() => void end.run('Hanging up.')}
          ask={() => ({
            title: `Hang up on ${who}?`,
            body: `The call with ${otherNumber(call)} ends at once, in the middle of what is being said.${afterwards(call)}`,
          })}
        />
      )}
      {canCancel(call) && (
        <AskingButton
          name="Cancel call"
          disabled={disabled}
          isBusy={end.isBusy}
          onYes={() => void end.run('The call is cancelled.')}
          ask={() => ({
            title: `Cancel the call to ${who}?`,
            body: `${otherNumber(call)} is not dialled.${afterwards(call)}`,
          })}
        />
      )}
      {(call.status === 'ended' || call.status === 'cancelled') && (
        <a class="button plain" href={againAddress(call)}>
          Call again
        </a>
      )}
    </>
  );
};
