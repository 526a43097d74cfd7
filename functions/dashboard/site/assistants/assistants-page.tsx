import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Pager } from '#functions/dashboard/site/components/pager.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug, may, teamId } from '#functions/dashboard/site/session/session.ts';
import { directionWords } from './assistant-choices.ts';
import type { Assistant } from './assistant-values.ts';
import { listed } from './listed.ts';
import { NewAssistant } from './new-assistant.tsx';
import { TEMPLATE_WORDS } from './template-words.ts';

const ROWS = 50;

const columnsWith = (numbersOf: (assistant: Assistant) => string[]): Column<Assistant>[] => [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <a class="row-link" href={`/assistants/${id}`}>
        {name}
      </a>
    ),
  },
  { title: 'Template', cell: ({ type }) => TEMPLATE_WORDS[type].name, isMinor: true },
  { title: 'Model', cell: ({ provider, model }) => `${provider} ${model}`, isMinor: true },
  { title: 'Calls', cell: directionWords },
  {
    title: 'Numbers',
    cell: (assistant) => listed(numbersOf(assistant)) || <span class="none">None</span>,
  },
  { title: 'Updated', cell: ({ updated_at }) => <When at={updated_at} />, isMinor: true },
];

const NewAssistantLink = () => {
  const { with: addressWith } = useAddress();
  if (!may('operate')) return null;
  return (
    <a class="button primary" href={addressWith({ new: 'assistant' })}>
      New assistant
    </a>
  );
};

export const AssistantsPage = () => {
  const { query, change, with: addressWith } = useAddress();
  const offset = Number(query.offset ?? 0);
  const list = useRead('listAssistants', { accountSlug: accountSlug.value, limit: ROWS, offset });
  const { data: held } = useRead('listPhoneNumbers', { teamId: teamId.value });
  const numbersOf = ({ id }: Assistant): string[] =>
    (held?.numbers ?? []).filter(({ assistant_id }) => assistant_id === id).map(({ phone_number }) => phone_number);
  return (
    <Page title="Assistants" actions={<NewAssistantLink />}>
      <State of={list}>
        {({ assistants, count, limit }) => (
          <>
            <Table
              label="Assistants"
              columns={columnsWith(numbersOf)}
              rows={assistants}
              keyOf={({ id }) => id}
              empty={
                <p>There is no assistant yet. An assistant is who speaks on a call: what it says, in which voice.</p>
              }
            />
            <Pager
              offset={offset}
              limit={limit}
              count={count}
              addressAt={(at) => addressWith({ offset: String(at) })}
            />
          </>
        )}
      </State>
      {query.new === 'assistant' && <NewAssistant onClose={() => change({ new: null })} />}
    </Page>
  );
};
