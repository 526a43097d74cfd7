/** What suppresses a number: a person's entry, a list that was imported, a contact's do-not-call, words on a call. */
export const SUPPRESSION_REASONS = ['manual', 'import', 'contact', 'said_on_call'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Its person was erased: the number stays suppressed, is shown to nobody, and no command lifts that. */
export const ERASED = 'erased';

/** One of the things for which a number must not be called; each is lifted by its own rule. */
export interface SuppressionSource {
  reason: SuppressionReason;
  note: string | null;
  created_at: string;
  /** The bulk request that brought it. */
  request_id?: string;
}

/** What an erasure left. */
interface ErasedSource {
  reason: typeof ERASED;
  created_at: string;
}

/** In the order in which they came. The number is suppressed while there is any. */
export type SuppressionSources = readonly (SuppressionSource | ErasedSource)[];

/** A person entered the number itself, so no change of a contact lifts that. */
const isEntered = ({ reason }: SuppressionSources[number]): boolean => reason === 'manual' || reason === 'import';

const isErased = (source: SuppressionSources[number]): source is ErasedSource => source.reason === ERASED;

/** Whether a source says no more than another one of a number, which stays. */
const isToldBy = (added: SuppressionSource, each: SuppressionSources[number]): boolean => {
  // It is suppressed for good, and only what people enter themselves lists it again.
  if (isErased(each)) return !isEntered(added);
  return each.reason === added.reason || (isEntered(each) && isEntered(added));
};

/**
 * Adds a source; of each reason the first stays, and of entries by people the first of either kind. The number of an
 * erased person is not listed anew by what contacts and calls bring.
 */
export const withSource = (sources: SuppressionSources, added: SuppressionSource): SuppressionSources =>
  sources.some((each) => isToldBy(added, each)) ? sources : [...sources, added];

/** What stays when a contact's do-not-call is lifted. */
export const withoutContacts = (sources: SuppressionSources): SuppressionSources =>
  sources.filter((source) => isEntered(source) || isErased(source));

/** What stays when somebody lifts all that is shown of a number. */
export const withoutShown = (sources: SuppressionSources): SuppressionSources => sources.filter(isErased);

/** What stays of a number when its person is erased: of several persons, the latest. */
export const erasedSources = (sources: SuppressionSources, created_at: string): SuppressionSources => {
  const times = [created_at, ...sources.filter(isErased).map((source) => source.created_at)];
  return [{ reason: ERASED, created_at: times.sort().at(-1) ?? created_at }];
};

/** Since when the number's latest person is erased; undefined if nobody was. */
export const erasedSince = (sources: SuppressionSources): string | undefined => sources.find(isErased)?.created_at;

/** All that may be shown to the account. */
export const shownSources = (sources: SuppressionSources): SuppressionSource[] =>
  sources.filter((source) => !isErased(source));

/** The one that is shown: the first, but what was said on a call instead of a contact's mark; none if there is none. */
export const shownSource = (sources: SuppressionSources): SuppressionSource | undefined => {
  const shown = shownSources(sources);
  const [first] = shown;
  const said = shown.find(({ reason }) => reason === 'said_on_call');
  return first?.reason === 'contact' ? (said ?? first) : first;
};
