import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { StartError } from '#infra/local/process/start-error.ts';
import { chunked } from '#shared/domain/lists.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { LINES_MAX, type LogLine, type LogSearch, wantedLine } from './log-lines.ts';

/** Log groups of one query (CloudWatch's own limit). */
const GROUPS_MAX = 50;
const LOOK_AGAIN_MS = SECOND_MS;
const LOOKS_MAX = 120;

/** Ids alone, so that nothing of a query can be meant otherwise. */
const ID = /^[a-z]+_[A-Za-z0-9-]+$/;

const queryFor = ({ field, value, errorsOnly }: LogSearch): string => {
  if (!ID.test(value)) throw new StartError(`"${value}" is no id.`);
  const level = errorsOnly ? ' and @message like /"level":"error"/' : '';
  return `fields @message | filter @message like /"${field}":"${value}"/${level} | sort @timestamp desc | limit ${LINES_MAX}`;
};

const seconds = (at: Date): number => Math.floor(at.getTime() / SECOND_MS);

/** The functions' log groups are named after the stack and those nested in it. */
const groupsOf = async (client: CloudWatchLogsClient, stackName: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { logGroups = [] } of paginateDescribeLogGroups({ client }, { logGroupNamePrefix: `${stackName}-` }))
    names.push(...logGroups.flatMap(({ logGroupName }) => logGroupName ?? []));
  return names;
};

const askOnce = async (
  client: CloudWatchLogsClient,
  logGroupNames: string[],
  search: LogSearch,
  sleep: (ms: number) => Promise<void>,
): Promise<LogLine[]> => {
  const range = { startTime: seconds(search.since), endTime: seconds(search.until) + 1 };
  const { queryId } = await client.send(
    new StartQueryCommand({ logGroupNames, queryString: queryFor(search), ...range }),
  );
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete')
      return results
        .flat()
        .flatMap(({ field, value = '' }) => (field === '@message' ? (wantedLine(value, search) ?? []) : []));
    if (status !== 'Running' && status !== 'Scheduled') break;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new StartError('CloudWatch Logs did not answer the search. Try again, or fewer --hours.');
};

/** The wanted lines of a deployed stack's logs, newest first. */
export const searchCloudWatch = async (
  stackName: string,
  search: LogSearch,
  sleep: (ms: number) => Promise<void>,
): Promise<LogLine[]> => {
  const client = new CloudWatchLogsClient({});
  try {
    const groups = await groupsOf(client, stackName);
    const found = await Promise.all(chunked(groups, GROUPS_MAX).map((some) => askOnce(client, some, search, sleep)));
    return found
      .flat()
      .sort((one, other) => other.at.localeCompare(one.at))
      .slice(0, LINES_MAX);
  } finally {
    client.destroy();
  }
};
