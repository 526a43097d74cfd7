import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { useFirstField } from '#functions/dashboard/site/contacts/use-first-field.ts';
import { useRecordForm } from '#functions/dashboard/site/contacts/use-record-form.ts';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { CompanyFields } from './company-fields.tsx';
import { BLANK_COMPANY, newCompany } from './company-values.ts';

export const NewCompany = ({ onClose }: { onClose: () => void }) => {
  const { form, command, rowProblems, submit, mayClose } = useRecordForm(
    BLANK_COMPANY,
    async ({ values, custom, key }) => {
      const request = { teamId: teamId.value, ...newCompany(values), customFields: custom };
      await api.createCompany(request, { idempotencyKey: key });
      notify(`${values.name} was created.`);
      onClose();
      await refresh('listCompanies');
      return values;
    },
  );
  const around = useFirstField();
  const close = async (): Promise<void> => {
    if (await mayClose()) onClose();
  };
  return (
    <Dialog title="New company" shape="side" onClose={() => void close()}>
      <div ref={around}>
        <Form
          submit="Create company"
          command={command}
          onSubmit={submit}
          onCancel={() => void close()}
          disabled={!may('operate')}
        >
          <CompanyFields form={form} problem={command.problem} rowProblems={rowProblems} />
        </Form>
      </div>
    </Dialog>
  );
};
