/**
 * Public list prices of AWS in us-east-1, in US dollars, as of 2026-11, without free tiers and discounts. DynamoDB's were
 * looked up; the others are what AWS has asked for years, and were not looked up anew.
 */
export const PRICES_AS_OF = '2026-11';
export const PRICES_REGION = 'us-east-1';

const MILLION = 1_000_000;

export const AWS_PRICES_USD = {
  writeUnit: 0.625 / MILLION,
  readUnit: 0.125 / MILLION,
  tableGbMonth: 0.25,
  /** Backups to any second of the last 35 days. */
  recoveryGbMonth: 0.2,
  lambdaRun: 0.2 / MILLION,
  lambdaGbSecondArm64: 0.0000133334,
  httpApiRequest: 1 / MILLION,
  standardQueueRequest: 0.4 / MILLION,
  fifoQueueRequest: 0.5 / MILLION,
  schedule: 1 / MILLION,
  logGb: 0.5,
  logGbMonth: 0.03,
  /** For each metric that an alarm watches. */
  alarmMonth: 0.1,
  metricMonth: 0.3,
  secretMonth: 0.4,
  objectPut: 5 / MILLION,
  objectGbMonth: 0.023,
  transferOutGb: 0.09,
} as const;

/** From the cheapest to the dearest choice, in US dollars. */
interface Span {
  low: number;
  high: number;
}

/** What others ask for a minute of talk, from general knowledge; ask for your own rates before you reckon with them. */
export const OTHERS_PER_MINUTE_USD: Record<string, Span> = {
  'carrier, a US number': { low: 0.007, high: 0.014 },
  'speech to text': { low: 0.004, high: 0.017 },
  'text to speech': { low: 0.005, high: 0.03 },
  'language model': { low: 0.002, high: 0.02 },
};

/** What platforms ask for a minute, as third parties reported it in 2026; not looked up at the vendors themselves. */
export const PEERS_PER_MINUTE: readonly { name: string; asks: string }[] = [
  { name: 'Vapi', asks: '$0.05, and carrier, speech and model at cost: $0.13 to $0.33 in all' },
  { name: 'Retell', asks: '$0.07 to $0.31 in all; $0.055 for the voice part alone' },
  { name: 'SignalWire', asks: '$0.16 for its agent; the call and the premium voices beside' },
];
