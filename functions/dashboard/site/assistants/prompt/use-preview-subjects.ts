import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import type { OutputOf } from '#shared/client/client.ts';
import type { PromptSubjects } from '#shared/domain/assistant/prompt-variables.ts';
import { callerIdOf, callSubject } from './call-subject.ts';

type Numbers = OutputOf<'listPhoneNumbers'>['numbers'];

export interface Preview {
  contactId: string | null;
  choose(contactId: string | null): void;
  contact: OutputOf<'getContact'>['contact'] | null;
  company: OutputOf<'getCompany'>['company'] | null;
  /** Null while they are being read. */
  subjects: PromptSubjects | null;
  /** Why the contact's values are not there. */
  problem: string | null;
}

/** Whom a preview is for stands in the address. Nobody chosen is a call with somebody unknown. */
export const usePreviewSubjects = (assistantId: string, numbers: Numbers): Preview => {
  const { query, change } = useAddress();
  const contactId = query.contact ?? null;
  const contactRead = useRead('getContact', contactId === null ? null : { id: contactId }, { dropPrevious: true });
  const contact = contactId === null ? null : (contactRead.data?.contact ?? null);
  const companyRead = useRead('getCompany', contact && { id: contact.company_id }, { dropPrevious: true });
  const company = contact && (companyRead.data?.company ?? null);
  const error = contactRead.error ?? companyRead.error;
  const call = callSubject(contact?.phone ?? null, callerIdOf(numbers, assistantId));
  const isThere = contactId === null || (contact !== null && (company !== null || companyRead.error !== null));
  return {
    contactId,
    choose: (chosen) => change({ contact: chosen }, { replace: true }),
    contact,
    company,
    subjects: isThere ? { contact, company, campaign: null, call } : null,
    problem: contactId !== null && error ? problemOf(error).words : null,
  };
};
