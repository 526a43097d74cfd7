/** What suppresses a number: a person's entry, a list that was imported, a contact's do-not-call, words on a call. */
export const SUPPRESSION_REASONS = ['manual', 'import', 'contact', 'said_on_call'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** One of the things for which a number must not be called; each is lifted by its own rule. */
export interface SuppressionSource {
  reason: SuppressionReason;
  note: string | null;
  created_at: string;
  /** The bulk request that brought it. */
  request_id?: string;
}

/** In the order in which they came. The number is suppressed while there is any. */
export type SuppressionSources = readonly SuppressionSource[];

/** A person entered the number itself, so no change of a contact lifts that. */
const isEntered = ({ reason }: SuppressionSource): boolean => reason === 'manual' || reason === 'import';

/** Adds a source; of each reason the first stays, and of entries by people the first of either kind. */
export const withSource = (sources: SuppressionSources, added: SuppressionSource): SuppressionSources =>
  sources.some((each) => each.reason === added.reason || (isEntered(each) && isEntered(added)))
    ? sources
    : [...sources, added];

/** What stays when a contact's do-not-call is lifted. */
export const withoutContacts = (sources: SuppressionSources): SuppressionSources => sources.filter(isEntered);

/** The one that is shown: the first, but what was said on a call instead of a contact's mark; none if there is none. */
export const shownSource = (sources: SuppressionSources): SuppressionSource | undefined => {
  const [first] = sources;
  const said = sources.find(({ reason }) => reason === 'said_on_call');
  return first?.reason === 'contact' ? (said ?? first) : first;
};
