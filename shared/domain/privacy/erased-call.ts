/*
 * What a call keeps when its person is erased: id, times, outcome and counts. Numbers become empty texts, which the API
 * shows as null; the engine never acts on one, because no call is erased before it is over.
 */

/** What tells of a person, or of what the person said. */
const OF_THE_PERSON = {
  recording_url: null,
  recording_key: null,
  transcript: [],
  summary: null,
  extracted: null,
  found_in: null,
  error: null,
  refusal: null,
  variables: {},
  to_numbering: null,
  contact_timezone: null,
  callee_country: null,
  screening: null,
  company_id: null,
};

/** By which the carrier's copies are found; they go when those are gone. */
export const NO_CARRIER_IDS = {
  call_control_id: null,
  call_leg_id: null,
  call_session_id: null,
  conversation_id: null,
};

const CARRIER_ID_FIELDS = Object.keys(NO_CARRIER_IDS) as (keyof typeof NO_CARRIER_IDS)[];

/** Whether the carrier can be asked for what it keeps of a call. */
export const isKnownToCarrier = (call: Record<keyof typeof NO_CARRIER_IDS, string | null>): boolean =>
  CARRIER_ID_FIELDS.some((field) => call[field] !== null);

type Party = { direction: 'inbound' | 'outbound' };

/** Only the other party's number is a person's: ours stays. */
const numberOf = ({ direction }: Party) => (direction === 'inbound' ? { from_number: '' } : { to_number: '' });

/** What a call loses at once. */
export const withoutPerson = (call: Party) => ({ ...OF_THE_PERSON, ...numberOf(call) });

/** What may still be written of an erased call: whoever is late brings nothing of the person back. */
export const impersonal = <Changes extends object>(changes: Changes): Partial<Changes> => {
  const personal = { ...OF_THE_PERSON, ...NO_CARRIER_IDS, from_number: '', to_number: '' };
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !(field in personal))) as Partial<Changes>;
};
