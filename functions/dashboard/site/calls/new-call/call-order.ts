import { momentOf } from '#functions/dashboard/site/format/time.ts';
import type { InputOf } from '#shared/client/client.ts';

/** What stands in the form of a new call. */
export interface CallDraft {
  assistantId: string;
  contactId: string | null;
  toNumber: string;
  fromNumberId: string;
  /** A `datetime-local` of the browser's zone; empty for now. */
  startAt: string;
  variables: { name: string; value: string }[];
}

interface OwnNumber {
  id: string;
  phone_number: string;
  status: string;
  assistant_id: string | null;
}

/** What people write into a number so that it can be read. */
const SEPARATORS = /[\s().\-/\u00a0\u2010-\u2015]/g;

export const withoutSeparators = (phone: string): string => phone.replace(SEPARATORS, '');

export const activeNumbers = <Owned extends OwnNumber>(newestFirst: readonly Owned[]): Owned[] =>
  newestFirst.filter(({ status }) => status === 'active');

/** The number that a call comes from where none is chosen: the assistant's oldest, else the team's oldest. */
export const defaultCallerId = <Owned extends OwnNumber>(
  newestFirst: readonly Owned[],
  assistantId: string,
): Owned | undefined => {
  const active = activeNumbers(newestFirst);
  return active.findLast(({ assistant_id }) => assistant_id === assistantId) ?? active.at(-1);
};

const variablesOf = ({ variables }: CallDraft): Record<string, string> =>
  Object.fromEntries(variables.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]));

/** The request that a draft makes. A contact is called at its own number. */
export const requestOf = (draft: CallDraft, teamId: string): InputOf<'createCall'> => {
  const { assistantId, contactId, toNumber, fromNumberId, startAt } = draft;
  const scheduledAt = momentOf(startAt);
  const variables = variablesOf(draft);
  return {
    teamId,
    assistantId,
    ...(contactId === null ? { toNumber: withoutSeparators(toNumber) } : { contactId }),
    ...(fromNumberId !== '' && { fromNumberId }),
    ...(scheduledAt !== null && { scheduledAt }),
    ...(Object.keys(variables).length > 0 && { variables }),
  };
};

/** A contact as the question names it. */
export const calleeWords = (name: string, phone: string | null): string =>
  phone === null ? name : `${name} at ${phone}`;

interface CallWords {
  /** Who is called: a name and number, or a number. */
  callee: string;
  assistant: string;
  /** The number that the callee sees, where it is known. */
  from: string | undefined;
  /** When, in words; null for now. */
  when: string | null;
}

/** What follows when a call is ordered. */
export const callQuestion = ({ callee, assistant, from, when }: CallWords): { title: string; body: string } => {
  const seen = from === undefined ? '' : ` The call comes from ${from}.`;
  const begins = when === null ? 'The phone rings at once.' : `The phone rings on ${when}.`;
  return { title: `Call ${callee}?`, body: `${begins} The assistant “${assistant}” speaks.${seen}` };
};
