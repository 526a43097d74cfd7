import { api } from '#functions/dashboard/site/api/client.ts';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { refresh, useRead } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton } from '#functions/dashboard/site/components/button.tsx';
import { Copyable } from '#functions/dashboard/site/components/copy.tsx';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { withCustomChanges } from '#functions/dashboard/site/contacts/custom-rows.ts';
import { type Draft, useRecordForm } from '#functions/dashboard/site/contacts/use-record-form.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import { CompanyFields } from './company-fields.tsx';
import { type CompanyValues, companyChanges, companyValues, type ShownCompany } from './company-values.ts';

const NOT_FOUND = 404;

const save = async (id: string, { began, values, customBefore, custom }: Draft<CompanyValues>) => {
  const isCustomChanged = withCustomChanges(customBefore, custom, {}) !== null;
  // A call may have filled custom fields since the company was read; those stay.
  const latest = isCustomChanged ? (await api.getCompany({ id })).company.custom_fields : {};
  const customFields = withCustomChanges(customBefore, custom, latest);
  const { company } = await api.updateCompany({
    id,
    ...companyChanges(began, values),
    ...(customFields && { customFields }),
  });
  notify('Saved.');
  void refresh('listCompanies', 'getCompany');
  return companyValues(company);
};

interface CompanyProps {
  company: ShownCompany;
  onDeleted: () => void;
}

const Removal = ({ company: { id, name, contact_count: count }, onDeleted }: CompanyProps) => {
  const removal = useCommand(async () => {
    await api.deleteCompany({ id });
    notify(`${name} was deleted.`);
    onDeleted();
    await refresh('listCompanies');
  });
  return (
    <div class="panel-actions">
      {count > 0 && <p class="hint">To delete it, move or delete its {counted(count, 'contact')} first.</p>}
      <AskingButton
        name="Delete"
        kind="quiet"
        isBusy={removal.isBusy}
        disabled={count > 0 || !may('operate')}
        ask={() => ({
          title: `Delete ${name}?`,
          body: 'It has no contacts. It disappears from the lists; campaigns and calls of it stay. This cannot be undone.',
        })}
        onYes={() => void removal.run()}
      />
    </div>
  );
};

const Facts = ({ company }: { company: ShownCompany }) => (
  <dl class="contact-facts">
    <dt>People</dt>
    <dd>
      <a href={`/contacts?company=${company.id}`}>{counted(company.contact_count, 'contact')}</a>
    </dd>
    <dt>Created</dt>
    <dd>
      <When at={company.created_at} />, updated <When at={company.updated_at} />
    </dd>
    <dt>ID</dt>
    <dd>
      <Copyable text={company.id} />
    </dd>
  </dl>
);

const OpenCompany = ({ company, onClose, onDeleted }: CompanyProps & { onClose: () => void }) => {
  const { form, command, rowProblems, submit, mayClose } = useRecordForm(companyValues(company), (draft) =>
    save(company.id, draft),
  );
  const close = async (): Promise<void> => {
    if (await mayClose()) onClose();
  };
  return (
    <Dialog title={company.name} shape="side" onClose={() => void close()}>
      <Removal company={company} onDeleted={onDeleted} />
      <Facts company={company} />
      <Form submit="Save" command={command} onSubmit={submit} disabled={!(may('operate') && form.isChanged)}>
        <CompanyFields form={form} problem={command.problem} rowProblems={rowProblems} />
      </Form>
    </Dialog>
  );
};

interface CompanyPanelProps {
  id: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** One company: how many contacts it has, and its form. */
export const CompanyPanel = ({ id, onClose, onDeleted }: CompanyPanelProps) => {
  const company = useRead('getCompany', { id }, { dropPrevious: true });
  const isGone = company.error !== null && problemOf(company.error).status === NOT_FOUND;
  if (company.data && !isGone)
    return <OpenCompany company={company.data.company} onClose={onClose} onDeleted={onDeleted} />;
  return (
    <Dialog title="Company" shape="side" onClose={onClose}>
      {isGone ? <p>There is no such company. It may have been deleted.</p> : <State of={company}>{() => null}</State>}
    </Dialog>
  );
};
