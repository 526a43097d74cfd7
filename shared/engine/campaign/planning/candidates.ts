import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import type { DueContact } from '#shared/store/campaign/enrolment-reads.ts';
import type { EnrolmentRecord } from '#shared/store/campaign/enrolments.ts';
import { getContacts } from '#shared/store/contact/contacts.ts';
import { type CalleeLockRecord, getCalleeLocks } from '#shared/store/limits/callee-locks.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** A contact in a campaign with what decides about its dial. */
export interface Candidate extends DueContact {
  /** What is known of its number. */
  line: CalleeLockRecord | undefined;
}

/** What is known of the numbers of these contacts. */
export const withLines = async (
  table: TableReader,
  { team_id }: CampaignControl,
  due: DueContact[],
): Promise<Candidate[]> => {
  const phones = due.map(({ contact }) => contact?.phone ?? '');
  const lines = await getCalleeLocks(table, team_id, phones);
  return due.map((each, at) => ({ ...each, line: lines[at] }));
};

export const candidatesOf = async (
  table: TableReader,
  control: CampaignControl,
  enrolments: EnrolmentRecord[],
): Promise<Candidate[]> => {
  const contacts = await getContacts(
    table,
    enrolments.map(({ contact_id }) => contact_id),
  );
  return withLines(
    table,
    control,
    enrolments.map((enrolment, at) => ({ enrolment, contact: contacts[at] })),
  );
};
