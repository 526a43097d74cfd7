import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { Page, Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { FindNumber } from './find-number.tsx';
import { allowanceWords } from './number-words.ts';
import { OwnNumbers } from './own-numbers.tsx';

type Numbers = OutputOf<'listPhoneNumbers'>;

/** A release finishes by itself, and a trial ends by itself. */
const poll = (data: Numbers | undefined): number | false => {
  if (data?.numbers.some(({ status }) => status === 'releasing')) return LIVE_POLL_MS;
  return data?.numbers.some(({ status, is_trial }) => status === 'active' && is_trial) ? SLOW_POLL_MS : false;
};

const Allowance = () => {
  const { data } = useRead('getAccount', {});
  if (!data) return null;
  return <p class="hint">{allowanceWords(data.phone_numbers, data.plan.name)}</p>;
};

export const PhoneNumbersPage = () => {
  const list = useRead('listPhoneNumbers', { teamId: teamId.value }, { poll });
  return (
    <Page title="Phone numbers" beside={<Allowance />}>
      <State of={list}>{({ numbers }) => <OwnNumbers numbers={numbers} />}</State>
      <Section title="Find a number">
        <FindNumber own={list.data?.numbers ?? []} />
      </Section>
    </Page>
  );
};
