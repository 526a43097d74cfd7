/** How much of a command that concerns all contacts of a campaign is carried out at a time. */
export interface PortionLimits {
  contactsPerTransaction: number;
  /** Transactions before the command's answer; the engine carries on from there. */
  transactionsPerRequest: number;
  /** The shortest time from one transaction of the engine to the next, milliseconds. */
  transactionEveryMs: number;
  /** A step of the engine begins no further transaction this long after its own begin, milliseconds. */
  stepMs: number;
}
