/** @throws Error in words for the person who configures. */
export const unknownProvider = (name: string): never => {
  throw new Error(`TELEPHONY_PROVIDER must be "simulated" or "telnyx", not "${name}".`);
};
