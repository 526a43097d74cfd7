/** Kept of a function's time to answer which groups are done, milliseconds. */
const ANSWER_MS = 1500;

/** When a group that is still being worked on is given back, milliseconds after its batch began. */
export const giveBackAfterMs = (timeoutSeconds: number): number => timeoutSeconds * 1000 - ANSWER_MS;

/** The group was given back, to be delivered again; its work may go on. */
export class GivenBack extends Error {
  constructor() {
    super('The group took too long and was given back, so that its batch could be acknowledged.');
    this.name = 'GivenBack';
  }
}

/**
 * Waits for a group's work until it is too late to wait on. A function that runs into its timeout acknowledges nothing,
 * not even the groups that are done. @throws GivenBack
 */
export const orGiveBack = async <T>(work: Promise<T>, tooLate: Promise<void>): Promise<T> => {
  const givenBack = tooLate.then(() => {
    throw new GivenBack();
  });
  // Whichever comes second is of no interest to anybody.
  for (const each of [work, givenBack]) each.catch(() => undefined);
  return Promise.race([work, givenBack]);
};
