import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  DescribeStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { type GivenSettings, SETTINGS_RECORD } from '#infra/aws/settings.ts';

export interface DeployedStack {
  name: string;
  /** The AWS account that it is in. */
  account: string;
  /** CloudFormation's word, such as `UPDATE_COMPLETE`. */
  status: string;
  /** `ApiUrl`, `TableName` and the rest that the stack prints. */
  outputs: Record<string, string>;
}

const isMissing = ({ name, message }: Error): boolean =>
  name === 'ValidationError' && message.includes('does not exist');

/** `arn:aws:cloudformation:<region>:<account>:stack/…` */
const accountIn = (arn = ''): string => arn.split(':')[4] ?? '';

const deployedStack = (name: string, { StackId, StackStatus, Outputs = [] }: Stack): DeployedStack => ({
  name,
  account: accountIn(StackId),
  status: StackStatus ?? '',
  outputs: Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue])),
});

const withClient = async <Result>(
  region: string | undefined,
  read: (client: CloudFormationClient) => Promise<Result>,
): Promise<Result | undefined> => {
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  try {
    return await read(client);
  } catch (error) {
    if (isMissing(error as Error)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
};

/** A stack as CloudFormation knows it, read with the person's own AWS credentials; undefined where there is none. */
export const readDeployedStack = (name: string, region?: string): Promise<DeployedStack | undefined> =>
  withClient(region, async (client) => {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    return stack && deployedStack(name, stack);
  });

/** The settings that a deployed stack carries; undefined where no stage made it. */
export const readDeployedSettings = (name: string, region: string): Promise<GivenSettings | undefined> =>
  withClient(region, async (client) => {
    const resource = { StackName: name, LogicalResourceId: SETTINGS_RECORD };
    const { StackResourceDetail } = await client.send(new DescribeStackResourceCommand(resource));
    const metadata = JSON.parse(StackResourceDetail?.Metadata ?? '{}') as Record<string, GivenSettings | undefined>;
    return metadata[SETTINGS_RECORD];
  });
