import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import { CompanyChoice } from '#functions/dashboard/site/components/choosing/company-choice.tsx';
import { CheckField, TextAreaField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import type { Form } from '#functions/dashboard/site/components/form/use-form.ts';
import { CustomFields } from '#functions/dashboard/site/contacts/custom-fields.tsx';
import { issuesUnder } from '#functions/dashboard/site/contacts/issues-under.ts';
import { phoneText } from '#functions/dashboard/site/contacts/text-values.ts';
import { CONTACT_METHODS, type ContactValues, LEAD_STATUSES } from './contact-values.ts';
import { doNotCallWords, type Suppressed } from './do-not-call-words.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

interface ContactFieldsProps {
  form: Form<ContactValues>;
  problem: Problem | null;
  rowProblems: ReadonlyMap<string, string>;
  /** Whether the contact was marked when the form began. */
  wasDoNotCall: boolean;
  suppressions: readonly Suppressed[];
}

const phonesIn = ({ phone, phoneSecondary }: ContactValues): string[] =>
  [phoneText(phone), phoneText(phoneSecondary)].filter((number) => number !== null);

/** All that people say of a contact. */
export const ContactFields = ({ form, problem, rowProblems, wasDoNotCall, suppressions }: ContactFieldsProps) => {
  const { values, bind, set } = form;
  const consequence = doNotCallWords({
    was: wasDoNotCall,
    is: values.doNotCall,
    phones: phonesIn(values),
    suppressions,
  });
  return (
    <>
      <TextField label="First name" required {...bind('firstName')} />
      <TextField label="Last name" required {...bind('lastName')} />
      <TextField label="Phone" type="tel" hint="With + and country, such as +14155550100." {...bind('phone')} />
      <TextField label="Email" {...bind('email')} />
      <CompanyChoice required {...bind('companyId')} />
      <TextField label="Lead status" suggestions={LEAD_STATUSES} {...bind('leadStatus')} />
      <div class="wide field">
        <CheckField label="Do not call" hint={consequence} {...bind('doNotCall')} />
      </div>
      <TextField label="Second number" type="tel" {...bind('phoneSecondary')} />
      <TextField label="Job title" {...bind('jobTitle')} />
      <TextField label="Source" {...bind('source')} />
      <TextField
        label="Time zone"
        suggestions={ZONES}
        hint="Its hours bind calls. Without one, those of the number’s zones."
        {...bind('timezone')}
      />
      <TextField label="Preferred contact method" suggestions={CONTACT_METHODS} {...bind('preferredContactMethod')} />
      <TextField
        label="Tags"
        hint="With commas between them."
        {...bind('tags')}
        errorFor={(label) => issuesUnder(problem, 'tags', label)}
      />
      <TextAreaField label="Notes" {...bind('notes')} />
      <CustomFields
        owner="contact"
        rows={values.customFields}
        onRows={(customFields) => set({ customFields })}
        problems={rowProblems}
        error={issuesUnder(problem, 'customFields', 'Custom fields')}
      />
    </>
  );
};
