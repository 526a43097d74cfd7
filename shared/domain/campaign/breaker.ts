/** Dials that a verdict is based on. */
export const BREAKER_DIALS = 25;
/** A campaign of whose latest dials this share failed is halted. */
export const BREAKER_FAILED_SHARE = 0.8;

const FAILED = 'F';
const NOT_FAILED = '-';

/**
 * The results of a campaign's latest dials, one character each, oldest first. A run or a resume begins a new window.
 */
export interface DialWindow {
  /** The run that the dials belong to. */
  run: number;
  results: string;
}

interface FinishedDial {
  outcome: string | null;
  ended_reason: string | null;
  /** The carrier's words. */
  error: string | null;
}

export interface NotedDials {
  window: DialWindow;
  /** Why the campaign is to be halted; null while enough dials succeed. */
  reason: string | null;
}

/** Failed without a fault of the number: what is wrong may be wrong for everybody. */
const hasFailed = ({ outcome, ended_reason }: FinishedDial): boolean =>
  (outcome === 'failed' || outcome === 'unknown') && ended_reason !== 'invalid_number';

const reasonFor = (results: string, { error, ended_reason }: FinishedDial): string | null => {
  const failed = results.split(FAILED).length - 1;
  if (results.length < BREAKER_DIALS || failed < BREAKER_FAILED_SHARE * BREAKER_DIALS) return null;
  return `${failed} of the last ${results.length} calls failed; the last one: ${error ?? ended_reason ?? 'unknown'}`;
};

/** The window after further dials, in their order. A window of another run is void. */
export const noteDials = (window: DialWindow | undefined, run: number, dials: FinishedDial[]): NotedDials => {
  let results = window?.run === run ? window.results : '';
  let reason: string | null = null;
  for (const dial of dials) {
    results = (results + (hasFailed(dial) ? FAILED : NOT_FAILED)).slice(-BREAKER_DIALS);
    reason ??= reasonFor(results, dial);
  }
  return { window: { run, results }, reason };
};
