/** The files that the bucket has of an account: recordings, exports, the log of its erasures. */
export interface AccountFiles {
  /** Their keys, in no order. */
  keysOf(accountId: string): AsyncIterable<string>;
  remove(key: string): Promise<void>;
  /** Notes outside the table that the account was deleted: a backup of the table does not know it. */
  noteDeletion(account: DeletedAccount): Promise<void>;
}

/** It names nobody. */
export interface DeletedAccount {
  account_id: string;
  deleted_at: string;
}
