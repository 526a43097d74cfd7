import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton } from '#functions/dashboard/site/components/button.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug, may, session } from '#functions/dashboard/site/session/session.ts';

const noteStopped = async (callsStoppedAt: string | null): Promise<void> => {
  const known = session.value;
  if (known) session.value = { ...known, account: { ...known.account, calls_stopped_at: callsStoppedAt } };
  await refresh('listCampaigns', 'getCampaign', 'listCalls');
};

/** The button for an emergency: nobody is dialled any more, of no campaign. */
export const StopCalls = () => {
  const isStopped = Boolean(session.value?.account.calls_stopped_at);
  const stop = useCommand(async (idempotencyKey) => {
    const answer = await api.stopCalls({ accountSlug: accountSlug.value }, { idempotencyKey });
    await noteStopped(answer.calls_stopped_at);
    notify('All calls are stopped.');
  });
  const resume = useCommand(async (idempotencyKey) => {
    const answer = await api.resumeCalls({ accountSlug: accountSlug.value }, { idempotencyKey });
    await noteStopped(answer.calls_stopped_at);
    notify('Calls go on.');
  });
  if (isStopped) {
    return (
      <AskingButton
        name="Resume calls"
        kind="primary"
        disabled={!may('full')}
        isBusy={resume.isBusy}
        onYes={() => void resume.run()}
        ask={() => ({
          title: 'Let this account call again?',
          body: 'Running campaigns and scheduled calls go on at once: people will be dialled.',
        })}
      />
    );
  }
  return (
    <AskingButton
      name="Stop all calls"
      kind="danger"
      disabled={!may('operate')}
      isBusy={stop.isBusy}
      onYes={() => void stop.run()}
      ask={() => ({
        title: 'Stop all calls of this account?',
        body: 'From the next moment nobody is dialled, neither by campaigns nor by single calls. Calls that are live go on to their end. Campaigns keep their place and go on when calls are resumed.',
      })}
    />
  );
};
