import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { readOpenCampaigns } from '#functions/dashboard/site/assistants/open-campaigns.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { releaseWords } from './number-words.ts';

interface ReleaseButtonProps {
  number: OutputOf<'listPhoneNumbers'>['numbers'][number];
}

/** Gives a number back, once somebody has read what loses it. */
export const ReleaseButton = ({ number }: ReleaseButtonProps) => {
  const { id, phone_number } = number;
  const release = useCommand(async () => {
    const { phoneNumber } = await api.releasePhoneNumber({ id });
    const isDone = phoneNumber.status === 'released';
    notify(
      isDone
        ? `${phone_number} is released.`
        : `${phone_number} is out of use. The carrier did not answer; it is given back by itself as soon as it does.`,
    );
    await refresh('listPhoneNumbers', 'getAccount', 'listCampaigns', 'getCampaign');
  });
  const ask = useCommand(async () => {
    const sentences = releaseWords(number, await readOpenCampaigns({ teamId: teamId.value }));
    const body = sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
    const asked = { title: `Release ${phone_number}?`, body, yes: 'Release', isDangerous: true };
    if (await confirm(asked)) void release.run();
  });
  return (
    <Button disabled={!may('full')} isBusy={release.isBusy} onClick={() => void ask.run()}>
      Release
    </Button>
  );
};
