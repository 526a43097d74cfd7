/*
 * What is kept of a call ends in two parts, each by itself: what was said, and how it sounded. Numbers, times, outcome and
 * summary stay.
 */

/** What a call loses with its words. What lies beside it goes too. */
export const WITHOUT_WORDS = { transcript: [], extracted: null, found_in: null, variables: {} };

/** What a call loses with its recording. */
export const WITHOUT_RECORDING = { recording_url: null, recording_key: null };

interface EndedParts {
  words_deleted_at: string | null;
  recording_deleted_at: string | null;
}

/** What may still be written of a call whose parts have ended: whoever is late brings nothing of them back. */
export const withoutEnded = <Changes extends object>(call: EndedParts, changes: Changes): Partial<Changes> => {
  const ended = {
    ...(call.words_deleted_at !== null && WITHOUT_WORDS),
    ...(call.recording_deleted_at !== null && WITHOUT_RECORDING),
  };
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !(field in ended))) as Partial<Changes>;
};
