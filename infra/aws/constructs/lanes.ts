import type { NestedStack } from 'aws-cdk-lib';

/**
 * Nested stacks that CloudFormation works on at one moment. All at once they ask API Gateway and Lambda for more than
 * 200 creations together, beyond what these take in a second from one AWS account.
 */
const LANES = 2;

/** Has each stack wait for the one before it in its lane. */
export const inLanes = (stacks: readonly NestedStack[]): void => {
  for (const [index, stack] of stacks.entries()) {
    const before = stacks[index - LANES];
    if (before?.nestedStackResource) stack.nestedStackResource?.addResourceDependency(before.nestedStackResource);
  }
};
