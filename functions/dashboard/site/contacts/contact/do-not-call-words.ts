export interface Suppressed {
  phone: string;
  reason: string;
  note: string | null;
}

interface Mark {
  /** As it is saved. */
  was: boolean;
  /** As it stands in the form. */
  is: boolean;
  /** The contact's numbers. */
  phones: readonly string[];
  suppressions: readonly Suppressed[];
}

const listed = (phones: readonly string[]): string => (phones.length === 0 ? 'its numbers' : phones.join(' and '));

const lifted = ({ phones, suppressions }: Mark): string => {
  const said = suppressions.some(({ reason }) => reason === 'said_on_call');
  const asked = said ? 'Somebody asked on a call not to be called; this overrules that. ' : '';
  return (
    `${asked}Once saved, ${listed(phones)} may be called again, unless added under Suppressions. ` +
    'Campaigns that skipped this contact call it after "Redial" only.'
  );
};

/** What follows from the mark, or from changing it. */
export const doNotCallWords = (mark: Mark): string => {
  const { was, is, phones } = mark;
  if (was && !is) return lifted(mark);
  if (is && !was)
    return `Once saved, no call to ${listed(phones)} starts any more, whoever else has that number, and campaigns skip this contact.`;
  return is
    ? `No call to ${listed(phones)} starts, whoever else has that number, and campaigns skip this contact.`
    : 'Ends all calls to this contact and its numbers.';
};

const REASONS: Partial<Record<string, string>> = {
  manual: 'added by hand',
  import: 'imported',
  contact: 'through a contact’s “Do not call”',
  said_on_call: 'asked for on a call',
};

/** Why a number is never called, with the note of whoever entered it. */
export const suppressionWords = ({ phone, reason, note }: Suppressed): string => {
  const why = REASONS[reason] ?? reason;
  return `${phone} is never called: ${why}.${note === null ? '' : ` ${note}`}`;
};
