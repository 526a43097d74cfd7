import { api } from '#functions/dashboard/site/api/client.ts';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { refresh, useRead } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton } from '#functions/dashboard/site/components/button.tsx';
import { contactName } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { withCustomChanges } from '#functions/dashboard/site/contacts/custom-rows.ts';
import { type Draft, useRecordForm } from '#functions/dashboard/site/contacts/use-record-form.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { ContactCalls } from './contact-calls.tsx';
import { ContactFacts } from './contact-facts.tsx';
import { ContactFields } from './contact-fields.tsx';
import { type ContactValues, contactChanges, contactValues, type ShownContact } from './contact-values.ts';
import type { Suppressed } from './do-not-call-words.ts';
import { PersonalData } from './personal-data.tsx';

const NOT_FOUND = 404;

const useSuppression = (phone: string | null): Suppressed[] => {
  const { data } = useRead('listSuppressions', phone === null ? null : { teamId: teamId.value, search: phone });
  return data?.suppressions.filter((each) => each.phone === phone) ?? [];
};

const save = async (id: string, { began, values, customBefore, custom }: Draft<ContactValues>) => {
  const isCustomChanged = withCustomChanges(customBefore, custom, {}) !== null;
  // A call may have filled custom fields since the contact was read; those stay.
  const latest = isCustomChanged ? (await api.getContact({ id })).contact.custom_fields : {};
  const customFields = withCustomChanges(customBefore, custom, latest);
  const { contact } = await api.updateContact({
    id,
    ...contactChanges(began, values),
    ...(customFields && { customFields }),
  });
  notify('Saved.');
  void refresh('listContacts', 'getContact', 'listCompanies', 'getCompany', 'listSuppressions');
  return contactValues(contact);
};

interface ActionsProps {
  contact: ShownContact;
  isSuppressed: boolean;
  onDeleted: () => void;
}

const Actions = ({ contact, isSuppressed, onDeleted }: ActionsProps) => {
  const name = contactName(contact);
  const removal = useCommand(async () => {
    await api.deleteContact({ id: contact.id });
    notify(`${name} was deleted.`);
    onDeleted();
    await refresh('listContacts', 'listCompanies', 'getCompany');
  });
  const mayBeCalled = contact.phone !== null && !contact.do_not_call && !isSuppressed;
  return (
    <div class="panel-actions">
      {mayBeCalled && (
        <a class="button plain" href={`/calls?new=call&contact=${contact.id}`}>
          Call
        </a>
      )}
      {contact.do_not_call && <span class="badge bad">Do not call</span>}
      <AskingButton
        name="Delete"
        kind="quiet"
        isBusy={removal.isBusy}
        disabled={!may('operate')}
        ask={() => ({
          title: `Delete ${name}?`,
          body: `No call to ${contact.phone ?? name} starts for this contact any more, and its campaigns skip it. Its calls stay. This cannot be undone.`,
        })}
        onYes={() => void removal.run()}
      />
    </div>
  );
};

interface OpenContactProps {
  contact: ShownContact;
  onClose: () => void;
}

const OpenContact = ({ contact, onClose }: OpenContactProps) => {
  const first = useSuppression(contact.phone);
  const second = useSuppression(contact.phone_secondary);
  const suppressions = [...first, ...second];
  const { form, command, rowProblems, submit, mayClose } = useRecordForm(contactValues(contact), (draft) =>
    save(contact.id, draft),
  );
  const close = async (): Promise<void> => {
    if (await mayClose()) onClose();
  };
  return (
    <Dialog title={contactName(contact)} shape="side" onClose={() => void close()}>
      <Actions contact={contact} isSuppressed={first.length > 0} onDeleted={onClose} />
      <ContactFacts contact={contact} suppressions={suppressions} />
      <ContactCalls contactId={contact.id} />
      <Section title="Details">
        <Form submit="Save" command={command} onSubmit={submit} disabled={!(may('operate') && form.isChanged)}>
          <ContactFields
            form={form}
            problem={command.problem}
            rowProblems={rowProblems}
            wasDoNotCall={contact.do_not_call}
            suppressions={suppressions}
          />
        </Form>
      </Section>
      <PersonalData contact={contact} onErased={onClose} />
    </Dialog>
  );
};

interface ContactPanelProps {
  id: string;
  onClose: () => void;
}

/** One contact: what is known of it, its calls, and its form. */
export const ContactPanel = ({ id, onClose }: ContactPanelProps) => {
  const contact = useRead('getContact', { id }, { dropPrevious: true });
  const isGone = contact.error !== null && problemOf(contact.error).status === NOT_FOUND;
  if (contact.data && !isGone) return <OpenContact contact={contact.data.contact} onClose={onClose} />;
  return (
    <Dialog title="Contact" shape="side" onClose={onClose}>
      {isGone ? (
        <p>
          There is no such contact. It may have been deleted, and its calls are still among the calls; or it was erased.
        </p>
      ) : (
        <State of={contact}>{() => null}</State>
      )}
    </Dialog>
  );
};
