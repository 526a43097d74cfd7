import { useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { callerIdOf } from '#functions/dashboard/site/assistants/prompt/call-subject.ts';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import type { Assistant } from './assistant-values.ts';
import { bareNumber, testCallWords } from './test-call-words.ts';

interface TestCallProps {
  assistant: Assistant;
  numbers: OutputOf<'listPhoneNumbers'>['numbers'];
  /** Whether the numbers are still to come; the question names the one that is called from. */
  isLoading: boolean;
  /** Whether the form beside it has unsaved changes, which going to the call would throw away. */
  isChanged: boolean;
}

const addressOfCall = (id: string): string => `/calls/${encodeURIComponent(id)}`;

/** Calls a number once, to hear the assistant as it is saved. */
export const TestCall = ({ assistant, numbers, isLoading, isChanged }: TestCallProps) => {
  const { go } = useAddress();
  const [placed, setPlaced] = useState<{ id: string; to: string } | null>(null);
  const call = useCommand(
    async (idempotencyKey) => {
      setPlaced(null);
      const order = { teamId: teamId.value, assistantId: assistant.id, toNumber: bareNumber(form.values.toNumber) };
      const answer = await api.createCall(order, { idempotencyKey });
      setPlaced({ id: answer.call.id, to: order.toNumber });
      await refresh('listCalls');
      if (!isChanged) go(addressOfCall(answer.call.id));
    },
    { inForm: true },
  );
  const form = useForm({ toNumber: '' }, call.problem);
  const ask = async (): Promise<void> => {
    const to = bareNumber(form.values.toNumber);
    const from = callerIdOf(numbers, assistant.id);
    const body = testCallWords({ to, assistantName: assistant.name, from, isChanged });
    if (await confirm({ title: `Call ${to}?`, body, yes: 'Test call' })) await call.run();
  };
  return (
    <Section title="Test call">
      {isChanged && <p class="hint">The call uses the saved version, not what you have changed since.</p>}
      <Form submit="Test call" command={call} onSubmit={() => void ask()} disabled={isLoading || !may('operate')}>
        <TextField
          label="Phone number"
          type="tel"
          isWide
          required
          placeholder="+14155550100"
          hint="It rings at once. Hours, limits and the do-not-call list hold for it too."
          {...form.bind('toNumber')}
        />
      </Form>
      {placed && (
        <p role="status">
          {placed.to} is being called. <a href={addressOfCall(placed.id)}>Open the call</a>
        </p>
      )}
    </Section>
  );
};
