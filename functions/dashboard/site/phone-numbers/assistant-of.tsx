import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { addNumber } from '#functions/dashboard/site/assistants/numbers/assign-numbers.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';

interface AssistantOfProps {
  number: OutputOf<'listPhoneNumbers'>['numbers'][number];
  assistants: OutputOf<'listAssistants'>['assistants'];
}

/** Who answers a number; where nobody does, somebody can be chosen. */
export const AssistantOf = ({ number, assistants }: AssistantOfProps) => {
  const assign = useCommand(async (_key, assistantId: string) => {
    await addNumber(assistantId, number.id);
    notify(`${number.phone_number} is assigned.`);
  });
  if (number.assistant_id !== null) {
    return <a href={`/assistants/${number.assistant_id}`}>{number.assistant_name ?? number.assistant_id}</a>;
  }
  if (number.status !== 'active' || !may('operate') || assistants.length === 0) {
    return <span class="none">Not assigned</span>;
  }
  return (
    <select
      class="assistant-choice"
      aria-label={`Assistant of ${number.phone_number}`}
      value=""
      disabled={assign.isBusy}
      onChange={({ currentTarget }) => void assign.run(currentTarget.value)}
    >
      <option value="">Not assigned</option>
      {assistants.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
};
