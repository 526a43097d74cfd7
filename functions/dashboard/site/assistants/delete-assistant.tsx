import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { may, session } from '#functions/dashboard/site/session/session.ts';
import type { Assistant } from './assistant-values.ts';
import { whatDeletingEnds } from './delete-words.ts';
import { readOpenCampaigns } from './open-campaigns.ts';

const dependentsIn = async (teamId: string, assistantId: string) => {
  const [{ numbers }, campaigns, scheduled] = await Promise.all([
    api.listPhoneNumbers({ teamId }),
    readOpenCampaigns({ teamId, assistantId }),
    api.listCalls({ teamId, assistantId, status: 'scheduled', limit: 1 }),
  ]);
  const own = numbers.filter(({ assistant_id }) => assistant_id === assistantId);
  return { numbers: own, campaigns, scheduledCalls: scheduled.count };
};

const readDependents = async (assistantId: string) => {
  const teams = session.value?.teams ?? [];
  const found = await Promise.all(teams.map(({ id }) => dependentsIn(id, assistantId)));
  return {
    numbers: found.flatMap(({ numbers }) => numbers),
    campaigns: found.flatMap(({ campaigns }) => campaigns),
    scheduledCalls: found.reduce((sum, { scheduledCalls }) => sum + scheduledCalls, 0),
  };
};

/** Deletes an assistant, once somebody has read what that ends. */
export const DeleteAssistant = ({ assistant: { id, name } }: { assistant: Assistant }) => {
  const { go } = useAddress();
  const remove = useCommand(async () => {
    await api.deleteAssistant({ assistantId: id });
    notify(`“${name}” is deleted.`);
    go('/assistants');
    await refresh('listAssistants', 'listPhoneNumbers');
  });
  const ask = useCommand(async () => {
    const sentences = whatDeletingEnds(await readDependents(id));
    const body = sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
    if (await confirm({ title: `Delete “${name}”?`, body, yes: 'Delete', isDangerous: true })) void remove.run();
  });
  return (
    <Button disabled={!may('operate')} isBusy={remove.isBusy} onClick={() => void ask.run()}>
      Delete
    </Button>
  );
};
