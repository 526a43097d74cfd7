import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import { TextAreaField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import type { Form } from '#functions/dashboard/site/components/form/use-form.ts';
import { CustomFields } from '#functions/dashboard/site/contacts/custom-fields.tsx';
import { issuesUnder } from '#functions/dashboard/site/contacts/issues-under.ts';
import type { CompanyValues } from './company-values.ts';

interface CompanyFieldsProps {
  form: Form<CompanyValues>;
  problem: Problem | null;
  rowProblems: ReadonlyMap<string, string>;
}

/** All that people say of a company. */
export const CompanyFields = ({ form: { values, bind, set }, problem, rowProblems }: CompanyFieldsProps) => (
  <>
    <TextField label="Name" required {...bind('name')} />
    <TextField label="Website" {...bind('website')} />
    <TextField label="Industry" {...bind('industry')} />
    <TextField label="Company size" {...bind('companySize')} />
    <TextField label="Phone" type="tel" hint="With + and country, such as +14155550100." {...bind('phone')} />
    <TextField label="Address line 1" {...bind('addressLine1')} />
    <TextField label="Address line 2" {...bind('addressLine2')} />
    <TextField label="City" {...bind('city')} />
    <TextField label="State" {...bind('state')} />
    <TextField label="Postal code" {...bind('postalCode')} />
    <TextField label="Country" {...bind('country')} />
    <TextAreaField label="Notes" {...bind('notes')} />
    <CustomFields
      owner="company"
      rows={values.customFields}
      onRows={(customFields) => set({ customFields })}
      problems={rowProblems}
      error={issuesUnder(problem, 'customFields', 'Custom fields')}
    />
  </>
);
