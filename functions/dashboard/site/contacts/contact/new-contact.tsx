import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { useFirstField } from '#functions/dashboard/site/contacts/use-first-field.ts';
import { useRecordForm } from '#functions/dashboard/site/contacts/use-record-form.ts';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { ContactFields } from './contact-fields.tsx';
import { blankContact, newContact } from './contact-values.ts';

interface NewContactProps {
  /** The company that the list is of, so that it need not be chosen again. */
  companyId: string;
  onClose: () => void;
}

export const NewContact = ({ companyId, onClose }: NewContactProps) => {
  const { form, command, rowProblems, submit, mayClose } = useRecordForm(
    blankContact(companyId),
    async ({ values, custom, key }) => {
      const request = { teamId: teamId.value, ...newContact(values), customFields: custom };
      await api.createContact(request, { idempotencyKey: key });
      notify(`${values.firstName} ${values.lastName} was created.`);
      onClose();
      await refresh('listContacts', 'listCompanies', 'getCompany');
      return values;
    },
  );
  const around = useFirstField();
  const close = async (): Promise<void> => {
    if (await mayClose()) onClose();
  };
  return (
    <Dialog title="New contact" shape="side" onClose={() => void close()}>
      <div ref={around}>
        <Form
          submit="Create contact"
          command={command}
          onSubmit={submit}
          onCancel={() => void close()}
          disabled={!may('operate')}
        >
          <ContactFields
            form={form}
            problem={command.problem}
            rowProblems={rowProblems}
            wasDoNotCall={false}
            suppressions={[]}
          />
        </Form>
      </div>
    </Dialog>
  );
};
