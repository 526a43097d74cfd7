/**
 * Portions of a redial or cancel. A contact costs four write units in its shard (two for the item in a transaction, one
 * each for its old and its new place in the index). A transaction of 98 contacts every 200 ms makes 490 contacts and
 * 1,960 units a second, which the eight shards of a campaign share: 245 each, of the 1,000 that a partition takes.
 * Dialling 30 a second needs 40 more. So 100,000 contacts take three and a half minutes, in steps of 3 of the 10
 * seconds that their function has; ended calls are settled between two steps.
 */
export const PORTION_LIMITS = {
  contactsPerTransaction: 98,
  transactionsPerRequest: 4,
  transactionEveryMs: 200,
  stepMs: 3_000,
};
