/**
 * All caller IDs in the order to try them for this attempt: round robin.
 * The result depends only on the arguments, so a repeated decision picks the same number.
 */
export const orderedFrom = <CallerId>(numbers: CallerId[], attemptSequence: number): CallerId[] => {
  if (numbers.length === 0) return [];
  const turn = ((attemptSequence % numbers.length) + numbers.length) % numbers.length;
  return [...numbers.slice(turn), ...numbers.slice(0, turn)];
};

/** The caller ID for the attempt with this running number (0, 1, 2, ...). @throws RangeError without any number. */
export const pickCallerId = <CallerId>(numbers: CallerId[], attemptSequence: number): CallerId => {
  const [picked] = orderedFrom(numbers, attemptSequence);
  if (picked === undefined) throw new RangeError('The campaign has no phone number to call from.');
  return picked;
};
