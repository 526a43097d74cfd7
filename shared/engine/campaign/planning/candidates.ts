import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';
import { type ContactRecord, getContacts } from '#shared/store/contacts.ts';
import { type CalleeLockRecord, getCalleeLocks } from '#shared/store/limits/callee-locks.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** A contact in a campaign with what decides about its dial. */
export interface Candidate {
  enrolment: EnrolmentRecord;
  contact: ContactRecord | undefined;
  /** What is known of its number. */
  line: CalleeLockRecord | undefined;
}

export const candidatesOf = async (
  table: TableReader,
  { team_id }: CampaignControl,
  enrolments: EnrolmentRecord[],
): Promise<Candidate[]> => {
  const contacts = await getContacts(
    table,
    enrolments.map(({ contact_id }) => contact_id),
  );
  const phones = contacts.map((contact) => contact?.phone ?? '');
  const locks = await getCalleeLocks(table, team_id, phones);
  return enrolments.map((enrolment, at) => ({
    enrolment,
    contact: contacts[at],
    line: locks[at],
  }));
};
