import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh, useRead } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton } from '#functions/dashboard/site/components/button.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug, may, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { buyWords } from './number-words.ts';

type PhoneNumber = OutputOf<'listPhoneNumbers'>['numbers'][number];

interface BuyNumberProps {
  offer: OutputOf<'searchPhoneNumbers'>['numbers'][number];
  provider: string;
  own: readonly PhoneNumber[];
}

const SIMULATED = 'simulated';

/** What comes after buying: somebody has to answer the number. */
const NextStep = ({ number }: { number: PhoneNumber }) => {
  const { data } = useRead('listAssistants', { accountSlug: accountSlug.value, limit: 2 });
  const [first, ...others] = data?.assistants ?? [];
  if (number.assistant_id !== null || data === undefined) return null;
  if (first === undefined) return <a href="/assistants?new=assistant">Make an assistant</a>;
  const isOnly = others.length === 0;
  return <a href={isOnly ? `/assistants/${first.id}` : '/assistants'}>Assign to an assistant</a>;
};

/** Buys a number, once somebody has read what it costs. */
export const BuyNumber = ({ offer, provider, own }: BuyNumberProps) => {
  const { phoneNumber } = offer;
  const { data } = useRead('getAccount', {});
  const buy = useCommand(async (idempotencyKey) => {
    try {
      await api.purchasePhoneNumber({ phoneNumber, teamId: teamId.value }, { idempotencyKey });
      notify(`${phoneNumber} is yours.`);
    } finally {
      await refresh('listPhoneNumbers', 'getAccount');
    }
  });
  const held = own.find((number) => number.phone_number === phoneNumber && number.status !== 'released');
  if (held) {
    return (
      <span class="bought">
        <strong>Bought</strong>
        <NextStep number={held} />
      </span>
    );
  }
  const ask = () => {
    const terms = {
      trialDays: data?.plan.trial_days ?? null,
      planName: data?.plan.name ?? '',
      isSimulated: provider === SIMULATED,
    };
    const body = buyWords(offer, terms).map((sentence) => <p key={sentence}>{sentence}</p>);
    return { title: `Buy ${phoneNumber}?`, body };
  };
  return (
    <AskingButton
      name="Buy"
      ask={ask}
      onYes={() => void buy.run()}
      isBusy={buy.isBusy}
      disabled={!may('full') || data?.phone_numbers.can_purchase !== true}
    />
  );
};
