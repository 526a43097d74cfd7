import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton, Button } from '#functions/dashboard/site/components/button.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { may } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { type CampaignStatus, takesCommand } from '#shared/domain/campaign/status.ts';

export type Campaign = OutputOf<'getCampaign'>['campaign'];

/** Reads again what a command on a campaign changes. */
export const refreshCampaigns = (): Promise<void> =>
  refresh('getCampaign', 'listCampaigns', 'listCampaignContacts', 'listCalls');

const waitingCount = ({ total_contacts, contacts_completed }: Campaign): number => total_contacts - contacts_completed;

const ringWords = (campaign: Campaign): string =>
  `${counted(waitingCount(campaign), 'contact')} will be called from ${campaign.from_number}, ` +
  `at most ${campaign.max_concurrent_calls} at once, up to ${counted(campaign.max_attempts_per_contact, 'time')} each.`;

/** What may be begun; a paused campaign is resumed, and one that runs needs nothing. */
const canBegin = (status: CampaignStatus): boolean => status === 'draft' || status === 'scheduled';

const useCommands = ({ id, name }: Campaign) => {
  const { go } = useAddress();
  const done = async (words: string): Promise<void> => {
    notify(words);
    await refreshCampaigns();
  };
  return {
    run: useCommand(async (idempotencyKey) => done((await api.runCampaign({ id }, { idempotencyKey })).message)),
    pause: useCommand(async (idempotencyKey) => {
      await api.pauseCampaign({ id }, { idempotencyKey });
      await done('Paused. Calls that are live go on to their end.');
    }),
    resume: useCommand(async (idempotencyKey) => {
      await api.resumeCampaign({ id }, { idempotencyKey });
      await done('The campaign goes on.');
    }),
    cancel: useCommand(async (idempotencyKey) => {
      await api.cancelCampaign({ id }, { idempotencyKey });
      await done('Cancelled. Nobody else is called.');
    }),
    redial: useCommand(async (idempotencyKey) => {
      const { redialed } = await api.redialCampaign({ id }, { idempotencyKey });
      await done(
        redialed === 0
          ? 'There is nobody to call again.'
          : `${counted(redialed, 'contact')} will be called again, once you resume the campaign.`,
      );
    }),
    remove: useCommand(async () => {
      await api.deleteCampaign({ id });
      notify(`“${name}” is deleted.`);
      await refresh('listCampaigns');
      go('/campaigns');
    }),
  };
};

/** The buttons that a campaign's status allows. */
export const CampaignCommands = ({ campaign }: { campaign: Campaign }) => {
  const { status, name } = campaign;
  const { run, pause, resume, cancel, redial, remove } = useCommands(campaign);
  const disabled = !may('operate');
  return (
    <>
      {canBegin(status) && (
        <AskingButton
          name="Run"
          kind="primary"
          disabled={disabled}
          isBusy={run.isBusy}
          onYes={() => void run.run()}
          ask={() => ({
            title: `Run “${name}”?`,
            body: `${ringWords(campaign)} Dialling begins now, or when the call window opens.`,
          })}
        />
      )}
      {status === 'running' && (
        <Button disabled={disabled} isBusy={pause.isBusy} onClick={() => void pause.run()}>
          Pause
        </Button>
      )}
      {takesCommand(status, 'resume') && (
        <AskingButton
          name="Resume"
          kind="primary"
          disabled={disabled}
          isBusy={resume.isBusy}
          onYes={() => void resume.run()}
          ask={() => ({
            title: `Resume “${name}”?`,
            body: `${ringWords(campaign)} Dialling goes on now, or when the call window opens.`,
          })}
        />
      )}
      {takesCommand(status, 'redial') && (
        <Button disabled={disabled} isBusy={redial.isBusy} onClick={() => void redial.run()}>
          Redial
        </Button>
      )}
      {takesCommand(status, 'cancel') && (
        <AskingButton
          name="Cancel campaign"
          disabled={disabled}
          isBusy={cancel.isBusy}
          onYes={() => void cancel.run()}
          ask={() => ({
            title: `Cancel “${name}” for good?`,
            body: `${counted(waitingCount(campaign), 'contact')} will not be called. Calls that are live go on to their end; callbacks that people asked for are cancelled.`,
          })}
        />
      )}
      {takesCommand(status, 'delete') && (
        <AskingButton
          name="Delete"
          kind="quiet"
          disabled={disabled}
          isBusy={remove.isBusy}
          onYes={() => void remove.run()}
          ask={() => ({
            title: `Delete “${name}”?`,
            body: 'It leaves the list, and nobody else is called. Its calls and their transcripts are kept.',
          })}
        />
      )}
    </>
  );
};
