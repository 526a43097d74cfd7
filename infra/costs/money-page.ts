import {
  type Deployment,
  deployment,
  METRICS_OF_SERVICE_ALARMS,
  POLL_SECONDS,
  POLLERS_PER_QUEUE,
} from './deployment.ts';
import { type IdleUsage, readMeasuredUsage } from './measured-usage.ts';
import { AWS_PRICES_USD, OTHERS_PER_MINUTE_USD, PEERS_PER_MINUTE, PRICES_AS_OF, PRICES_REGION } from './prices.ts';
import { dollars } from './print.ts';
import {
  type Bill,
  type Calls,
  POLLS_PER_QUEUE_AND_MONTH,
  reckonCalls,
  reckonIdleMonth,
  reckonWaitingMonth,
  total,
} from './reckon.ts';

export const COSTS_PAGE = 'shared/COSTS.md';
const BEGIN = '<!-- reckoned: money -->';
const END = '<!-- end -->';

const lineOf = (...cells: string[]): string => `| ${cells.join(' | ')} |`;
const tableOf = (head: string[], rows: string[][]): string =>
  [lineOf(...head), lineOf(...head.map(() => '---')), ...rows.map((row) => lineOf(...row))].join('\n');

const CASES: [string, Omit<Calls, 'calls'>][] = [
  ['not answered', { minutes: 0, answered: 0, hasReceiver: false }],
  ['not answered, webhooks', { minutes: 0, answered: 0, hasReceiver: true }],
  ['answered, 1 min', { minutes: 1, answered: 1, hasReceiver: false }],
  ['answered, 1 min, webhooks', { minutes: 1, answered: 1, hasReceiver: true }],
  ['answered, 3 min, webhooks', { minutes: 3, answered: 1, hasReceiver: true }],
];
const CALLS = 1_000;

const callTable = (): string => {
  const measured = readMeasuredUsage();
  const bills = CASES.map(([, calls]) => reckonCalls(measured, { ...calls, calls: CALLS }));
  const kinds = Object.keys(bills[0] ?? {});
  const rows = kinds.map((kind) => [kind, ...bills.map((bill) => dollars(bill[kind] ?? 0))]);
  const sums = ['**AWS**', ...bills.map((bill) => `**${dollars(total(bill))}**`)];
  return tableOf([`${CALLS.toLocaleString('en')} calls`, ...CASES.map(([words]) => words)], [...rows, sums]);
};

const billTable = (head: string, bill: Bill): string =>
  tableOf(
    [head, 'US dollars'],
    [...Object.entries(bill).map(([what, usd]) => [what, dollars(usd)]), ['**in all**', `**${dollars(total(bill))}**`]],
  );

const pollingPart = ({ standardQueues, fifoQueues }: Deployment): string => {
  const each = (price: number): string => dollars(POLLS_PER_QUEUE_AND_MONTH * price);
  const [standard, fifo] = [each(AWS_PRICES_USD.standardQueueRequest), each(AWS_PRICES_USD.fifoQueueRequest)];
  const polls = POLLS_PER_QUEUE_AND_MONTH.toLocaleString('en');
  return (
    `${POLLERS_PER_QUEUE} pollers that Lambda keeps for each queue, with one long poll of ${POLL_SECONDS} s after the other, are ${polls} ` +
    `requests a month: ${standard} for each of ${standardQueues} standard queues, ${fifo} for each of ${fifoQueues} FIFO ones. Lambda offers no ` +
    'fewer pollers; dead-letter queues have none. Only fewer queues would cost less, and each has a timeout, a visibility and alarms of its own.'
  );
};

const usageWords = ({ databaseRequests, readUnits, writeUnits }: IdleUsage): string =>
  `${databaseRequests} requests to the table, ${readUnits} R and ${writeUnits} W`;

const sweepPart = (there: Deployment): string => {
  const { sweep, waitingCampaign } = readMeasuredUsage();
  return (
    `${there.timedRunsPerHour} runs an hour, each of ${usageWords(sweep)} while there is nothing to repair. The rule that starts it costs ` +
    `nothing. A running campaign that waits for its hour is looked at every time, with ${usageWords(waitingCampaign)}: ` +
    `${dollars(reckonWaitingMonth(waitingCampaign, there))} for a month of waiting.`
  );
};

const idlePart = (): string => {
  const there = deployment();
  const { alarms, metrics, secrets } = there;
  return `${billTable('A month without a call', reckonIdleMonth(readMeasuredUsage().sweep, there))}

- **Polling**: ${pollingPart(there)}
- **Alarms**: ${alarms} × ${dollars(AWS_PRICES_USD.alarmMonth)}: two for each queue (dead letters, oldest message), two each for the sweep and the stream, and ${METRICS_OF_SERVICE_ALARMS} metrics that the others watch (\`infra/aws/constructs/monitoring/service-alarms.ts\`). AWS asks for each metric that is watched, so one alarm over several would cost the same and say less.
- **Metrics**: what AWS counts anyway costs nothing. Of our own there are ${metrics} at most (\`shared/ports/metrics.ts\`; each value of a dimension is one), read off lines of the log: ${dollars(AWS_PRICES_USD.metricMonth)} each in a month in which it is counted every hour, nothing in one without calls. So a busy month adds ${dollars(metrics * AWS_PRICES_USD.metricMonth)} at most. The dashboard stays within the 50 metrics that AWS shows for nothing.
- **Secrets**: ${secrets} × ${dollars(AWS_PRICES_USD.secretMonth)}: two of the stack, the carrier's key and that of one model. Encryption is with keys that AWS owns, which cost nothing.
- **The sweep**: ${sweepPart(there)}
- **Logs** cost ${dollars(AWS_PRICES_USD.logGb)} a GB as they come and ${dollars(AWS_PRICES_USD.logGbMonth)} for each month that they are kept: one, in every log group. A test bounds what a call logs.`;
};

const othersTable = (): string =>
  tableOf(
    ['A minute of talk', 'US dollars'],
    Object.entries(OTHERS_PER_MINUTE_USD).map(([what, { low, high }]) => [what, `${low} to ${high}`]),
  );

const peerTable = (): string =>
  tableOf(
    ['Platform', 'A minute'],
    PEERS_PER_MINUTE.map(({ name, asks }) => [name, asks]),
  );

/** What calls and an idle month cost, from what was measured and public prices. */
export const moneyPart = (): string => `## Money

AWS' list prices of ${PRICES_AS_OF} in ${PRICES_REGION}, without free tiers, taxes and support. DynamoDB's were looked up; the others are
what AWS has asked for years and were not looked up anew. Units, requests and bytes are measured; how long a Lambda runs in AWS is
assumed (\`infra/costs/reckon.ts\`), because nothing was measured there. \`npm run costs -- --calls 100000 --minutes 2\` reckons with your own figures.

${callTable()}

${idlePart()}

What others are paid for the same calls. These prices are from general knowledge and not verified; ask for your own.

${othersTable()}

What platforms ask for all of it, as third parties reported it in 2026; not looked up at the vendors themselves.

${peerTable()}`;

/** The page with its reckoning renewed. @throws Error when the markers are missing. */
export const withMoney = (page: string): string => {
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END, start);
  if (start < 0 || end < 0) throw new Error(`${COSTS_PAGE} must contain the lines ${BEGIN} and ${END}, in this order.`);
  return `${page.slice(0, start + BEGIN.length)}\n\n${moneyPart()}\n\n${page.slice(end)}`;
};
