import { type CallRecord, newCall } from '#shared/store/call/calls.ts';

const FIRST_AT = Date.parse('2026-03-02T08:00:00.000Z');

interface KeptCall {
  teamId: string;
  accountId: string;
  /** Later places are newer. */
  place: number;
  campaignId?: string | null;
}

/** A call that is over, as it lies in the table. */
export const keptCall = ({ teamId, accountId, place, campaignId = null }: KeptCall): CallRecord => {
  const at = new Date(FIRST_AT + place * 1000).toISOString();
  return {
    ...newCall({
      id: `call_${teamId}_${String(place).padStart(6, '0')}`,
      account_id: accountId,
      team_id: teamId,
      campaign_id: campaignId,
      contact_id: `cont_01JNB4Q8Z6W2AAAAAAAA${String(place).padStart(6, '0')}`,
      company_id: null,
      assistant_id: 'asst_01JNB4Q8Z6W2AAAAAAAAAAAAAA',
      enrolment_id: null,
      limit_changes_at_claim: 0,
      direction: 'outbound',
      from_number_id: null,
      from_number: '+14155550100',
      to_number: '+14155550101',
      status: 'ended',
      attempt: 1,
      generation: 1,
      contact_timezone: null,
      recording_enabled: false,
      created_at: at,
      queued_at: at,
    }),
    outcome: place % 10 === 0 ? 'answered' : 'no_answer',
  };
};
