import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';

/** What is kept outlives its stack, but not a first deployment that failed: nobody has put anything into it by then. */
export const removalPolicyOf = ({ retain }: Pick<Settings, 'retain'>): RemovalPolicy =>
  retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
