/** Files of what is kept about people, which exist for a day at most. */
export interface ExportFiles {
  /** Replaces an earlier one under the key. */
  save(key: string, json: string): Promise<void>;
  /** A short-lived link for anybody who has it. `expires_at` is ISO 8601. */
  linkTo(key: string): Promise<{ url: string; expires_at: string }>;
  remove(key: string): Promise<void>;
}

/** What a restored table must have erased again. It names nobody. */
export interface LoggedErasure {
  id: string;
  account_id: string;
  team_id: string;
  contact_id: string;
  contact_created_at: string;
  requested_at: string;
  lines: string[];
  /** Of numbers that the person had before. */
  former_lines?: string[];
}

/** Erasures by themselves, outside the table: a backup of the table does not know those that came after it. */
export interface ErasureLog {
  /** Repeating it changes nothing. */
  note(erasure: LoggedErasure): Promise<void>;
}
