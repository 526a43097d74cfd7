import { useRoute } from 'preact-iso/router';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { AssignedNumbers } from '#functions/dashboard/site/assistants/numbers/assigned-numbers.tsx';
import { PromptPreview } from '#functions/dashboard/site/assistants/prompt/prompt-preview.tsx';
import { usePreviewSubjects } from '#functions/dashboard/site/assistants/prompt/use-preview-subjects.ts';
import { useLeaveWarning } from '#functions/dashboard/site/components/form/leave-warning.ts';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import { AssistantFields } from './assistant-fields.tsx';
import type { Assistant } from './assistant-values.ts';
import { DeleteAssistant } from './delete-assistant.tsx';
import { TestCall } from './test-call.tsx';
import { useAssistantForm } from './use-assistant-form.ts';

const ASSISTANTS = { href: '/assistants', words: 'Assistants' };

const Opened = ({ assistant }: { assistant: Assistant }) => {
  const edited = useAssistantForm(assistant);
  const { values, isChanged } = edited.form;
  useLeaveWarning(isChanged);
  const { data, isPending } = useRead('listPhoneNumbers', { teamId: teamId.value });
  const numbers = data?.numbers ?? [];
  const preview = usePreviewSubjects(assistant.id, numbers);
  return (
    <Page title={assistant.name} back={ASSISTANTS} actions={<DeleteAssistant assistant={assistant} />}>
      <div class="assistant">
        <AssistantFields edited={edited} assistant={assistant} contact={preview.contact} company={preview.company} />
        <div class="assistant-beside">
          <PromptPreview values={values} preview={preview} />
          <AssignedNumbers assistant={assistant} numbers={numbers} isLoading={data === undefined} />
          <TestCall assistant={assistant} numbers={numbers} isLoading={isPending} isChanged={isChanged} />
        </div>
      </div>
    </Page>
  );
};

const Missing = ({ of }: { of: Parameters<typeof State<unknown>>[0]['of'] }) => (
  <Page title="Assistant" back={ASSISTANTS}>
    <State of={of}>{() => null}</State>
  </Page>
);

export const AssistantPage = () => {
  const { params } = useRoute();
  const read = useRead('getAssistant', { assistantId: params.id ?? '' }, { dropPrevious: true });
  if (read.data === undefined) return <Missing of={read} />;
  return <Opened key={read.data.assistant.id} assistant={read.data.assistant} />;
};
