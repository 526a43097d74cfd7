import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import type { Delivery } from './delivery-words.ts';

const resend = async (delivery: Delivery, idempotencyKey: string): Promise<Delivery> => {
  const input = { accountSlug: accountSlug.value, id: delivery.id };
  const answer = await api.resendWebhookDelivery(input, { idempotencyKey });
  return answer.delivery;
};

interface ResendProps {
  delivery: Delivery;
}

/** Sends an event again, to the URL that is set now. */
export const ResendButton = ({ delivery }: ResendProps) => {
  const command = useCommand(async (idempotencyKey) => {
    await resend(delivery, idempotencyKey);
    notify(`${delivery.type} is sent again.`);
    await refresh('listWebhookDeliveries');
  });
  return (
    <Button disabled={!may('full')} isBusy={command.isBusy} onClick={() => void command.run()}>
      Resend
    </Button>
  );
};

interface ResendHereProps extends ResendProps {
  /** The delivery with its new round of attempts ahead. */
  onResent: (delivery: Delivery) => void;
}

/** The same in a panel, which says itself how it went. */
export const ResendHere = ({ delivery, onResent }: ResendHereProps) => {
  const command = useCommand(
    async (idempotencyKey) => {
      onResent(await resend(delivery, idempotencyKey));
      await refresh('listWebhookDeliveries');
    },
    { inForm: true },
  );
  return (
    <div class="setting-value">
      <Button disabled={!may('full')} isBusy={command.isBusy} onClick={() => void command.run()}>
        Resend
      </Button>
      <p role="status">{delivery.status === 'pending' && 'Being sent: attempts are listed as they are made.'}</p>
      {command.problem && (
        <p class="form-problem" role="alert">
          {command.problem.words}
        </p>
      )}
    </div>
  );
};
