import type { InputOf, OutputOf } from '#shared/client/client.ts';

export type Account = OutputOf<'getAccount'>['account'];
type Changes = Omit<InputOf<'updateAccount'>, 'accountSlug'>;

/** What the form of the retention holds: days; an empty text keeps for good. */
export interface RetentionValues {
  transcripts: string;
  recordings: string;
}

const textOf = (days: number | null): string => (days === null ? '' : String(days));
const daysIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const retentionValues = (
  account: Pick<Account, 'transcript_retention_days' | 'recording_retention_days'>,
): RetentionValues => ({
  transcripts: textOf(account.transcript_retention_days),
  recordings: textOf(account.recording_retention_days),
});

/** What a PATCH has to change: what differs from the values that a form began with. */
export const retentionChanges = (began: RetentionValues, values: RetentionValues): Changes => ({
  ...(values.transcripts !== began.transcripts && { transcriptRetentionDays: daysIn(values.transcripts) }),
  ...(values.recordings !== began.recordings && { recordingRetentionDays: daysIn(values.recordings) }),
});

const isShorter = (before: string, after: string): boolean =>
  (daysIn(after) ?? Number.POSITIVE_INFINITY) < (daysIn(before) ?? Number.POSITIVE_INFINITY);

/** What goes at once when the values are saved, in words; null where nothing does. */
export const endingWords = (began: RetentionValues, values: RetentionValues): string | null => {
  const ending = [
    ...(isShorter(began.transcripts, values.transcripts)
      ? [`transcripts of calls that ended more than ${values.transcripts.trim()} days ago`]
      : []),
    ...(isShorter(began.recordings, values.recordings)
      ? [`recordings of calls that ended more than ${values.recordings.trim()} days ago`]
      : []),
  ];
  return ending.length === 0
    ? null
    : `All ${ending.join(', and ')}, are deleted for good, and so is the rest as it gets as old.`;
};
