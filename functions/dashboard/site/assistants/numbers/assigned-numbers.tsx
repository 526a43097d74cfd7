import { useState } from 'preact/hooks';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import type { Assistant } from '#functions/dashboard/site/assistants/assistant-values.ts';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { CheckField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { Loading } from '#functions/dashboard/site/components/table.tsx';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { setTeamNumbers } from './assign-numbers.ts';
import { moveWords, ownerWords, takenFromOthers } from './number-moves.ts';

type PhoneNumber = OutputOf<'listPhoneNumbers'>['numbers'][number];

interface AssignedNumbersProps {
  assistant: Assistant;
  numbers: readonly PhoneNumber[];
  isLoading: boolean;
}

const useChoice = ({ assistant, numbers }: Pick<AssignedNumbersProps, 'assistant' | 'numbers'>) => {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOwn = (number: PhoneNumber): boolean => number.assistant_id === assistant.id;
  const isChosen = (number: PhoneNumber): boolean => changes.get(number.id) ?? isOwn(number);
  return {
    isChosen,
    isChanged: numbers.some((number) => isChosen(number) !== isOwn(number)),
    chosen: numbers.filter(isChosen).map(({ id }) => id),
    choose: (id: string, isWanted: boolean) => setChanges((before) => new Map(before).set(id, isWanted)),
    clear: () => setChanges(new Map()),
  };
};

const Choice = ({ assistant, numbers }: Pick<AssignedNumbersProps, 'assistant' | 'numbers'>) => {
  const { isChosen, isChanged, chosen, choose, clear } = useChoice({ assistant, numbers });
  const assign = useCommand(
    async () => {
      await setTeamNumbers(assistant.id, teamId.value, chosen);
      clear();
      notify('The numbers are assigned.');
    },
    { inForm: true },
  );
  const submit = async (): Promise<void> => {
    const taken = takenFromOthers(numbers, new Set(chosen), assistant.id);
    const asked = { title: 'Take numbers from another assistant?', body: moveWords(taken, assistant.name) };
    if (taken.length === 0 || (await confirm({ ...asked, yes: 'Assign numbers' }))) await assign.run();
  };
  return (
    <Form
      label="Assigned numbers"
      submit="Assign numbers"
      command={assign}
      onSubmit={() => void submit()}
      disabled={!isChanged || !may('operate')}
    >
      {numbers.map((number) => (
        <CheckField
          key={number.id}
          label={number.phone_number}
          hint={ownerWords(number, assistant.id)}
          {...unbound(isChosen(number), (isWanted) => choose(number.id, isWanted))}
        />
      ))}
    </Form>
  );
};

/** Which numbers lead to the assistant. */
export const AssignedNumbers = ({ assistant, numbers, isLoading }: AssignedNumbersProps) => {
  const active = numbers.filter(({ status }) => status === 'active');
  const isUnanswered = !assistant.inbound_enabled && active.some(({ assistant_id }) => assistant_id === assistant.id);
  return (
    <Section title="Numbers">
      <p class="hint">Calls to these numbers are answered by it, and its single calls come from the oldest of them.</p>
      {isUnanswered && <p class="banner waiting">Inbound is off: calls to its numbers are not answered.</p>}
      {isLoading && <Loading />}
      {!isLoading && active.length === 0 && (
        <p>
          The team has no active number. <a href="/phone-numbers">Buy one</a>.
        </p>
      )}
      {active.length > 0 && <Choice assistant={assistant} numbers={active} />}
    </Section>
  );
};
