import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

export interface DeployedStack {
  name: string;
  /** CloudFormation's word, such as `UPDATE_COMPLETE`. */
  status: string;
  /** `ApiUrl`, `TableName` and the rest that the stack prints. */
  outputs: Record<string, string>;
}

const isMissing = ({ name, message }: Error): boolean =>
  name === 'ValidationError' && message.includes('does not exist');

/** A stack as CloudFormation knows it, read with the person's own AWS credentials; undefined where there is none. */
export const readDeployedStack = async (name: string, region?: string): Promise<DeployedStack | undefined> => {
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    if (!stack) return undefined;
    const outputs = (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]);
    return { name, status: stack.StackStatus ?? '', outputs: Object.fromEntries(outputs) };
  } catch (error) {
    if (isMissing(error as Error)) return undefined;
    throw error;
  } finally {
    client.destroy();
  }
};
