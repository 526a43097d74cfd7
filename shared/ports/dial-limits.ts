/** What may be under way for one account, over all its campaigns. */
export interface DialLimits {
  maxConcurrentCallsPerAccount: number;
  maxDialsPerSecond: number;
}
