import { useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { type Command, useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { type Held, heldOf } from './held.ts';

interface Removal extends Command<[phone: string]> {
  held: Held | null;
  forget: () => void;
}

/** Takes numbers off the list. */
export const useRemoval = (): Removal => {
  const [held, setHeld] = useState<Held | null>(null);
  const remove = useCommand(async (_key, phone: string) => {
    setHeld(null);
    try {
      await api.removeSuppression({ phone, teamId: teamId.value });
    } catch (error) {
      const found = heldOf(phone, error);
      if (found === null) throw error;
      setHeld(found);
      return;
    }
    notify(`${phone} may be called again.`);
    await refresh('listSuppressions');
  });
  return { ...remove, held, forget: () => setHeld(null) };
};
