/** A callee's behaviour, chosen by the number's last four digits, as with the simulated carrier. */
export interface Callee {
  ringSeconds: number;
  /** The reason why nobody answers, if nobody does. */
  hangupCause?: string;
  detection?: string;
  /** The time from a mailbox's answer to its beep, after which it records. */
  greetingSeconds?: number;
  /** The callee's lines, each said after the assistant has spoken. */
  lines: string[];
  /** The callee hangs up after this long without being spoken to. */
  patienceSeconds: number;
}

const LINES = ['Hi, yes, I have a minute. What is this about?', 'My email is ada.byron@example.com.', 'Goodbye.'];

const SCREENING_PROMPT = "Hi, if you record your name and reason for calling, I'll see if this person is available.";

const HUMAN: Callee = { ringSeconds: 2, detection: 'human_residence', lines: LINES, patienceSeconds: 20 };

const CALLEES: Readonly<Record<string, Callee>> = {
  '0002': { ...HUMAN, ringSeconds: 30, hangupCause: 'timeout' },
  '0003': { ...HUMAN, hangupCause: 'user_busy' },
  '0004': { ...HUMAN, detection: 'machine', greetingSeconds: 4, lines: [], patienceSeconds: 16 },
  '0020': { ...HUMAN, ringSeconds: 1, hangupCause: 'call_rejected' },
  '0010': { ...HUMAN, lines: ['Can you call me back in two minutes?', 'Goodbye.'] },
  '0011': { ...HUMAN, detection: 'machine', lines: [SCREENING_PROMPT, 'Hello?', ...LINES] },
  '0006': { ...HUMAN, lines: ['No. Please do not call me again, and take me off your list.'] },
};

const endingOf = (phoneNumber: string): string => phoneNumber.slice(-4);

export const calleeOf = (phoneNumber: string): Callee => CALLEES[endingOf(phoneNumber)] ?? HUMAN;

/** The number does not exist, so the dial itself is refused. */
export const isInvalid = (phoneNumber: string): boolean => endingOf(phoneNumber) === '0005';
/** The dial is obeyed and never answered. */
export const silencesDial = (phoneNumber: string): boolean => endingOf(phoneNumber) === '0007';
/** Every event comes after the end, twice and from last to first. */
export const disordersEvents = (phoneNumber: string): boolean => endingOf(phoneNumber) === '0008';
/** The first dial is refused for its rate, and then every other one. */
export const limitsDials = (phoneNumber: string): boolean => endingOf(phoneNumber) === '0009';
